import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { saveUser } from '../contract/account.ts'
import { sendEvents } from '../contract/analytics.ts'
import { listCourses } from '../contract/courses.ts'
import { languageCodes, languages } from '../contract/languages.ts'
import { getLesson } from '../contract/lessons.ts'
import { type Address, addresses } from '../web/addresses.ts'
import type { Part } from '../web/i18n/text-parts.ts'
import { filesOf } from './files-of.ts'
import { inlineScript } from './inline-script.ts'

const WEB = new URL('../web/', import.meta.url)
const PLACE = '<!-- boot.js -->'

const directions = Object.fromEntries(languageCodes.map(code => [code, languages[code].direction]))
/** The calls that boot.js makes before the app is ready. */
const calls = { events: sendEvents.path, user: saveUser.path, courses: listCourses.path, lesson: getLesson.path }

/** Vite plugin: puts boot.js inline into the page, with the names of the files that each first screen needs. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const source = withTables(readFileSync(new URL('boot.js', WEB), 'utf8'), bundle)
        const code = bundle ? inlineScript('boot.js', source) : source
        return html.replace(PLACE, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}

/** Fills in the tables. Without a bundle, during development, there is nothing to preload. */
export function withTables(source: string, bundle?: Rolldown.OutputBundle): string {
  const frames = {
    outside: filesOf(bundle, ['app.tsx']),
    inside: filesOf(bundle, ['app.tsx', 'shell/signed-in.tsx']),
  }
  const screens = Object.entries(addresses).map(([path, address]: [string, Address]) => {
    const frame = frames[address.who === 'signed-in' ? 'inside' : 'outside']
    // It is not known yet whether messages are on: if not, such a path redirects.
    // Few phones are shared.
    const files = bundle && !address.needsMessenger && path !== '/who' ? filesOf(bundle, [moduleOf(address)]) : []
    return { path, who: address.who, files: files.filter(file => !frame.includes(file)) }
  })
  // The largest first, because browsers ask for few files at a time. But the words of a lesson do not wait behind React.
  const rank = (file: string) => (file.includes('/words-') ? Number.POSITIVE_INFINITY : sizeOf(bundle, file))
  const byRank = (one: string, other: string) => rank(other) - rank(one)
  frames.outside.sort(byRank)
  frames.inside.sort(byRank)
  const texts = languageCodes.map(language => {
    const filesOfPart = (part: Part) => filesOf(bundle, [`../contract/texts/${language}.json?${part}`])
    return [language, { outside: filesOfPart('outside'), inside: filesOfPart('inside') }]
  })
  return source
    .replace('__DIRECTIONS__', () => JSON.stringify(directions))
    .replace('__CALLS__', () => JSON.stringify(calls))
    .replace('__SCREENS__', () => JSON.stringify(screens))
    .replace('__FRAMES__', () => JSON.stringify(frames))
    .replace('__TEXTS__', () => JSON.stringify(Object.fromEntries(texts)))
}

function sizeOf(bundle: Rolldown.OutputBundle | undefined, file: string): number {
  const found = bundle?.[file]
  return found?.type === 'chunk' ? found.code.length : 0
}

/** The one module that the table imports for this screen. */
function moduleOf({ screen }: Address): string {
  const [, module] = /import\('\.\/([^']+)'\)/.exec(screen.toString()) ?? []
  if (module === undefined) throw new Error(`web/addresses.ts: ${screen} imports no module`)
  return module
}
