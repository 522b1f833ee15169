import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { languageCodes } from '../contract/languages.ts'
import { addresses } from '../web/addresses.ts'
import type { Part } from '../web/i18n/text-parts.ts'
import { everyFileOf, filesOf } from './files-of.ts'

const ASSETS = 'assets/'

/** Home, courses and lessons: what a phone that was here once opens without a network. */
const first = [
  'app.tsx',
  'shell/signed-in.tsx',
  'shell/behind.tsx',
  'shell/drawer.tsx',
  'shell/home-screen.tsx',
  'courses/courses-screen.tsx',
  'courses/course-screen.tsx',
  'outbox/outbox-words.tsx',
  'media/player.tsx',
  'offline/offline-notes.tsx',
]
const firstTexts: Part[] = ['inside', 'media', 'messages']
/** With all that these may load later. */
const firstWithLater = ['lessons/lesson-screen.tsx']
/** The other screens of a learner, and what few lessons need. */
const othersWithLater = ['account/account-screen.tsx', 'shell/messages-home.tsx', 'lessons/markdown.tsx']
const otherTexts: Part[] = ['outside', 'account', 'recorder', 'push']
/** Work that needs the server anyway. */
const ONLINE = /^(inbox\/|sign-in\/|messages\/push\/|renew-at-firebase)/

/** The service worker, with the names of the files that it saves. */
export async function buildWorker(webDir: string, output: Rolldown.RolldownOutput['output']): Promise<void> {
  const bundle = Object.fromEntries(output.map(file => [file.fileName, file]))
  const entry = output.filter(file => file.type === 'chunk' && file.isEntry).map(({ fileName }) => fileName)
  const saved = new Set([...everyFileOf(bundle, firstWithLater, ONLINE), ...filesOf(bundle, first), ...entry])
  const more = everyFileOf(bundle, othersWithLater, ONLINE).filter(file => !saved.has(file))
  const textsIn = (parts: Part[]) =>
    Object.fromEntries(languageCodes.map(code => [code, names(filesOf(bundle, textsOf(code, parts)))]))
  const files = {
    first: { code: names(saved), texts: textsIn(firstTexts) },
    others: { code: names(more), texts: textsIn(otherTexts) },
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __FILES__: JSON.stringify(files),
      __FIRST_SEGMENTS__: JSON.stringify(firstSegments()),
    },
    build: {
      outDir: webDir,
      emptyOutDir: false,
      target: 'chrome100',
      rolldownOptions: {
        input: fileURLToPath(new URL('../web/worker/worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  })
}

function names(files: Iterable<string>): string[] {
  return [...new Set(files)].map(file => file.slice(ASSETS.length)).sort()
}

function textsOf(language: string, parts: Part[]): string[] {
  return parts.map(part => `../contract/texts/${language}.json?${part}`)
}

/** Of the addresses that a signed-in person may open. */
function firstSegments(): string[] {
  const open = Object.entries(addresses).filter(([, { who }]) => who === 'signed-in')
  return [...new Set(open.map(([path]) => path.split('/')[1] as string))]
}
