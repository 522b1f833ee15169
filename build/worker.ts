import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { readTexts } from '../api/texts/read-texts.ts'
import { languageCodes } from '../contract/languages.ts'
import { neutralNames } from '../contract/text/app-names.ts'
import { inEachLanguage } from '../contract/text/in-each-language.ts'
import { type Address, addresses } from '../web/addresses.ts'
import type { TextPartName } from '../web/i18n/text-parts.ts'
import { moduleOf } from './boot-script.ts'
import { entryFiles, everyFileOf, filesOf } from './files-of.ts'
import { stripMessages } from './strip-messages.ts'
import { stripSchemas } from './strip-schemas.ts'

const ASSETS = 'assets/'
const WEB = fileURLToPath(new URL('../web/', import.meta.url))

/** Home, courses and lessons. After one visit, a phone opens these without a network. */
const first = [
  'app.tsx',
  'shell/signed-in.tsx',
  'shell/background-work.tsx',
  'shell/drawer.tsx',
  'shell/home-screen.tsx',
  'courses/courses-screen.tsx',
  'courses/course-screen.tsx',
  'shell/continue-screen.tsx',
  'messages/outbox-lists/outbox-words.tsx',
  'lessons/lesson-screen.tsx',
  'lessons/pages/text-response.tsx',
  'media/player.tsx',
  'lessons/around/page-foot.tsx',
  'offline/offline-notes.tsx',
]
const firstTexts: TextPartName[] = ['inside', 'media', 'messages']
/** The screens of learners. Those of the organisation, which have a frame, need the server. */
const screens = (Object.values(addresses) as Address[]).filter(({ who, frame }) => who === 'signed-in' && !frame)
/**
 * The other screens of a learner, and what few lessons need, with all that these may load later. The most important
 * come first, because the network may end before all are saved.
 */
const othersWithLater = [
  'shell/messages-home.tsx',
  'courses/course-end.tsx',
  ...screens.map(moduleOf).filter(module => !first.includes(module)),
  'downloads/continue-downloads.ts',
  'lessons/lesson-screen.tsx',
  'lessons/markdown.tsx',
  'messages/outbox-lists/refused-list.tsx',
  'messages/outbox-lists/waiting-list.tsx',
  'courses/here/lessons-on-phone-links.tsx',
  'courses/here/lessons-on-phone.ts',
  'courses/here/offline-home.tsx',
  'lesson-files/share-sheet.tsx',
  'media/video/find-kept-film.ts',
]
const otherTexts = new Set<TextPartName>(['outside', ...screens.flatMap(({ texts = [] }) => texts), 'push'])
/** What a shared phone needs to ask who is learning. */
const sharedWithLater = [
  'shell/back-to-people.tsx',
  'shared-phone/who-screen.tsx',
  'shared-phone/watch-phone.ts',
  'shared-phone/pin-lock.ts',
]
/** The files of the recorder. No module imports them by their names. */
const RECORDER = /^assets\/(workers\/(encoder|capture-processor)|mp3)-/
/** Modules that are not saved, because their work needs the server anyway. */
const ONLINE = /^(inbox\/|sign-in\/|messages\/push\/|renew-at-firebase)/

/** The service worker, with the names of the files that it saves. */
export async function buildWorker(webDir: string, output: Rolldown.RolldownOutput['output']): Promise<void> {
  const bundle = Object.fromEntries(output.map(file => [file.fileName, file]))
  const saved = new Set([...filesOf(bundle, first), ...entryFiles(bundle)])
  const recorder = Object.keys(bundle).filter(file => RECORDER.test(file))
  const more = [...everyFileOf(bundle, othersWithLater, ONLINE), ...recorder].filter(file => !saved.has(file))
  const shared = [...everyFileOf(bundle, sharedWithLater, ONLINE)].filter(file => !saved.has(file))
  const textsIn = (parts: readonly TextPartName[]) =>
    Object.fromEntries(languageCodes.map(code => [code, names(filesOf(bundle, textsOf(code, parts)))]))
  const later = {
    others: { code: names(more), texts: textsIn([...otherTexts].filter(part => !firstTexts.includes(part))) },
    shared: { code: names(shared), texts: textsIn(['outside', 'who']) },
  }
  await buildScript(webDir, 'worker/worker.ts', 'worker.js', {
    __FIRST_FILES__: JSON.stringify({ code: names(saved).sort(), texts: textsIn(firstTexts) }),
    __LATER_FILES__: JSON.stringify(`/${writeList(webDir, JSON.stringify(later))}`),
    __FIRST_SEGMENTS__: JSON.stringify(firstSegments()),
    __NOTIFICATION_TEXTS__: JSON.stringify(notificationTexts()),
    __SENDING_SCRIPT__: JSON.stringify(`/${await buildSendingScript(webDir)}`),
  })
}

/** Writes the list into a file of its own, because few first visits need it. Returns the file's path in `webDir`. */
function writeList(webDir: string, list: string): string {
  const hash = createHash('sha256').update(list).digest('base64url').slice(0, 8)
  const file = `${ASSETS}later-files-${hash}.json`
  writeFileSync(join(webDir, file), list)
  return file
}

/** Builds the script with which the service worker sends when no page is open. Returns its path in `webDir`. */
function buildSendingScript(webDir: string): Promise<string> {
  return buildScript(webDir, 'offline/send-in-background.ts', `${ASSETS}send-in-background-[hash:7].js`)
}

/** One module of `web/` with all that it imports, as one script. */
async function buildScript(webDir: string, module: string, fileName: string, define = {}): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [stripSchemas(), stripMessages()],
    // A single script needs no URLs of other files, and `import.meta` would be a syntax error in it.
    define: { 'import.meta': '{}', ...define },
    build: {
      outDir: webDir,
      emptyOutDir: false,
      modulePreload: false,
      target: 'chrome100',
      rolldownOptions: {
        input: join(WEB, module),
        output: { format: 'iife', codeSplitting: false, entryFileNames: fileName },
      },
    },
  })) as Rolldown.RolldownOutput
  return output[0].fileName
}

function names(files: Iterable<string>): string[] {
  return [...new Set(files)].map(file => file.slice(ASSETS.length))
}

function textsOf(language: string, parts: readonly TextPartName[]): string[] {
  return parts.map(part => `../contract/texts/${language}.json?${part}`)
}

/** The first segments of the addresses that a signed-in person may open, and of the one that asks who is learning. */
function firstSegments(): string[] {
  const open = Object.entries(addresses).filter(([path, { who }]) => who === 'signed-in' || path === '/who')
  return [...new Set(open.map(([path]) => path.split('/')[1] as string))]
}

/** The texts of notifications on a phone where the app has a neutral name. There, its own name must not show. */
function notificationTexts() {
  const words = readTexts('server', 'appName')
  return inEachLanguage(code => {
    const { server, appName } = words[code]
    const names = Object.fromEntries(neutralNames.map(name => [name, appName[name]]))
    return { app: server.push.app, something: appName.something, names }
  })
}
