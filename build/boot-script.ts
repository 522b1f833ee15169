import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { saveUser } from '../contract/account.ts'
import { sendEvents } from '../contract/analytics.ts'
import { listCourses } from '../contract/courses.ts'
import { type Language, languageCodes, languages } from '../contract/languages.ts'
import { getLesson } from '../contract/lessons.ts'
import { type Address, addresses } from '../web/addresses.ts'
import type { TextPartName } from '../web/i18n/text-parts.ts'
import { filesOf } from './files-of.ts'
import { inlineScript } from './inline-script.ts'

const WEB = new URL('../web/', import.meta.url)
const PLACE = '<!-- boot.js -->'

const directions = Object.fromEntries(languageCodes.map(code => [code, languages[code].direction]))
/** The calls that boot.js makes before the app is ready. */
const calls = { events: sendEvents.path, user: saveUser.path, courses: listCourses.path, lesson: getLesson.path }

type Frame = { files: string[]; texts: Record<string, string[]> }

/** How the name of React's file begins. */
const FRAMEWORK = 'assets/frame-'
const ENTRY = /<script type="module"[^>]* src="[^"]+"><\/script>/

/** Vite plugin: puts boot.js inline into the page, with the names of the files that each first screen needs. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const source = withTables(readFileSync(new URL('boot.js', WEB), 'utf8'), bundle)
        if (!bundle) return html.replace(PLACE, () => `<script>${source.trim()}</script>`)
        const [entry = ''] = ENTRY.exec(html) ?? []
        const preload = `<link rel="modulepreload" crossorigin href="/${frameworkIn(bundle)}">`
        const code = inlineScript('boot.js', source).trim()
        return html.replace(entry, '').replace(PLACE, () => `${preload}${entry}<script>${code}</script>`)
      },
    },
  }
}

/** Fills in the tables. Without a bundle, during development, there is nothing to preload. */
export function withTables(source: string, bundle?: Rolldown.OutputBundle): string {
  const outside = frameOf(bundle, ['app.tsx'], 'outside')
  const inside = frameOf(bundle, ['app.tsx', 'shell/signed-in.tsx'], 'inside')
  const screens = Object.entries(addresses).map(([path, address]: [string, Address]) => {
    const frame = address.who === 'signed-in' ? inside : outside
    // It is not known yet whether messages are on: if not, such a path redirects.
    const files = bundle && !address.needsMessenger && !address.isRare ? filesOf(bundle, [moduleOf(address)]) : []
    const own = files.filter(file => !frame.files.includes(file))
    return { path, who: address.who, styles: own.filter(isStyles), files: own.filter(file => !isStyles(file)) }
  })
  return source
    .replace('__DIRECTIONS__', () => JSON.stringify(directions))
    .replace('__CALLS__', () => JSON.stringify(calls))
    .replace('__SCREENS__', () => JSON.stringify(screens))
    .replace('__FRAMES__', () =>
      JSON.stringify({ outside: withoutFramework(outside), inside: withoutFramework(inside) }),
    )
}

/** The files that all screens of one side need: first what shows the words of a lesson, then the largest. */
function frameOf(bundle: Rolldown.OutputBundle | undefined, modules: string[], part: TextPartName): Frame {
  const rank = (file: string) => (file.includes('words-') ? Number.MAX_VALUE : sizeOf(bundle, file))
  const textsIn = (code: Language) => filesOf(bundle, [`../contract/texts/${code}.json?${part}`])
  return {
    files: filesOf(bundle, modules).sort((one, other) => rank(other) - rank(one)),
    texts: Object.fromEntries(languageCodes.map(code => [code, textsIn(code)])),
  }
}

/** The page already has a link to React's file. Firefox reports a second link to the same file as failed. */
function withoutFramework(frame: Frame): Frame {
  return { ...frame, files: frame.files.filter(file => !file.startsWith(FRAMEWORK)) }
}

/** React, the largest file. Every first screen needs it, so the page requests it before any script runs. */
function frameworkIn(bundle: Rolldown.OutputBundle): string {
  return Object.keys(bundle).find(file => file.startsWith(FRAMEWORK)) as string
}

function isStyles(file: string): boolean {
  return file.endsWith('.css')
}

function sizeOf(bundle: Rolldown.OutputBundle | undefined, file: string): number {
  const found = bundle?.[file]
  return found?.type === 'chunk' ? found.code.length : 0
}

/** The one module that the table imports for this screen. */
export function moduleOf({ screen }: Address): string {
  const [, module] = /import\('\.\/([^']+)'\)/.exec(screen.toString()) ?? []
  if (module === undefined) throw new Error(`web/addresses.ts: ${screen} imports no module`)
  return module
}
