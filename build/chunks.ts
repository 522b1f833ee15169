import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Language, languageCodes } from '../contract/languages.ts'
import { pageTypes } from '../contract/pages/index.ts'
import { VITE_LOADER } from './load-chunks.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

type Chunk = {
  /** Files that go into this chunk, with everything that they import, unless an earlier chunk has it. */
  modules?: string[]
  /** Names of npm packages. */
  packages?: string[]
}

/**
 * The modules that share a chunk. A page that needs one module loads the whole chunk, so a chunk holds what is needed
 * together: few requests, and larger files compress better. A module goes into the first chunk that needs it. So a
 * module that two chunks need belongs in a chunk that both load anyway. Otherwise the second chunk would load the
 * first. Modules that no chunk names get files of their own.
 *
 * The test beside it fails if a path is gone; `npm run bench -- sizes visit` shows the cost of a change.
 */
export const chunks: Record<string, Chunk> = {
  // Runs in every browser, also in those that lack what the other chunks need.
  index: {
    modules: [
      'contract/calls/endpoint.ts',
      'web/main.ts',
      VITE_LOADER,
      'web/browser/stored.ts',
      'web/loading/load-chunk.ts',
    ],
  },
  // Changes only with its packages, so it stays in the caches when the app changes.
  frame: { packages: ['react', 'react-dom', 'scheduler', 'use-intl', 'icu-minify'] },
  // Shows the words of a lesson before React is loaded. It imports nothing of the app.
  words: { modules: ['web/lessons/first-words.ts'] },
  // What every first screen needs.
  app: {
    modules: [
      'web/app.tsx',
      'web/create-store.ts',
      'web/browser/in-one-tab.ts',
      'web/router/link.tsx',
      'web/ui/alert.tsx',
      'web/ui/lazy.ts',
      'web/ui/own-script.ts',
      // Only the sign-in and the menu need these, but a file of their own would cost more.
      'contract/version.ts',
      'web/i18n/digits.ts',
      'web/i18n/language-button.tsx',
      'web/phone-numbers/phone-number.tsx',
      'web/phone-numbers/spaced-phone.ts',
      'web/ui/dialog.tsx',
    ],
  },
  // All ways to sign in; the merging of accounts needs them, too.
  'sign-in-form': {
    modules: [
      'web/sign-in/complete-sign-in.ts',
      'web/sign-in/email/carried-email.ts',
      'web/sign-in/form/auth-form.tsx',
      'web/sign-in/form/auth-layout.tsx',
      'web/sign-in/form/email-text.tsx',
      'web/sign-in/form/ended-note.tsx',
      'web/sign-in/form/fields/email-field.tsx',
      'web/sign-in/form/fields/name-field.tsx',
      'web/sign-in/form/problems/required.ts',
      'web/sign-in/form/problems/use-focus-on-problem.ts',
      'web/sign-in/form/use-form.ts',
      'web/sign-in/provider/provider.ts',
    ],
  },
  'sign-in': { modules: ['web/sign-in/phone/phone-login-screen.tsx'] },
  'sign-in-email': {
    modules: [
      'web/sign-in/email/email-login-screen.tsx',
      'web/sign-in/email/forgot-password-screen.tsx',
      'web/sign-in/email/register-screen.tsx',
      'web/sign-in/email/reset-password-screen.tsx',
    ],
  },
  // Every first screen of a signed-in person.
  inside: {
    packages: ['idb'],
    modules: [
      'web/shell/signed-in.tsx',
      'web/courses/courses.ts',
      'web/courses/lesson-to-resume.ts',
      'web/courses/page-target.ts',
      'web/media/data-saver.ts',
      'web/outbox/drafts/drafts.ts',
      'web/ui/rich-text/rich-text.tsx',
      'web/ui/server-error-text.ts',
      'web/user/user.ts',
    ],
  },
  lesson: { modules: ['web/lessons/lesson-screen.tsx'] },
  // The screens of courses, and modules that several chunks below need, but no first page of a lesson. Also the styles
  // of these chunks, in one file.
  courses: {
    modules: [
      ...filesOfPageTypes('css'),
      'web/media/media.css',
      'web/media/recorder/recorder.css',
      'web/ui/styles/range.css',
      'web/shell/home-screen.tsx',
      'web/shell/continue-screen.tsx',
      'web/courses/courses-screen.tsx',
      'web/courses/course-screen.tsx',
      'web/account/sign-out.ts',
      'web/courses/first-data.ts',
      'web/media/has-downloads.ts',
      'web/media/size-in-words.ts',
      'web/media/use-blob-url.ts',
      'web/outbox/senders/saved-recordings.ts',
      'web/outbox/senders/upload.ts',
      'web/outbox/senders/uploads.ts',
      'web/ui/progress.tsx',
      'web/user/pause-live.ts',
    ],
  },
  // Loaded after every signed-in screen. It starts even if its styles cannot be loaded (web/loading/load-chunk.ts).
  behind: {
    modules: [
      'web/lessons/around/page-foot.tsx',
      'web/messages/page-messages.tsx',
      'web/offline/offline-notes.tsx',
      'web/messages/outbox-lists/outbox-words.tsx',
      'web/queries/use-act.ts',
      'web/shell/background-work.tsx',
      'web/shell/drawer.tsx',
    ],
  },
  // Messages as they are shown: in a conversation, and on a page that a mentor wrote about.
  bubbles: { modules: ['web/messages/page-replies.tsx'] },
  // Sound, film and the recorder, and the page types that few lessons begin with.
  pages: {
    modules: ['web/media/player.tsx', 'web/media/recorder/recorder.tsx', ...filesOfPageTypes('tsx')],
  },
  // The chunk `kept` needs both of these. A film needs only the first, and the file of a lesson only the second.
  'media-cache': { modules: ['web/worker/media-cache.ts'] },
  'lesson-call': { modules: ['contract/lesson-files/lesson-file.ts'] },
  // Nearly all code about kept lessons needs these. As separate files, their names would make each first visit larger.
  kept: {
    modules: [
      'web/downloads/download-status.ts',
      'web/downloads/progress.ts',
      'web/downloads/rows/removal.ts',
      'web/downloads/rows/rows.ts',
      'web/downloads/signed-manifest.ts',
    ],
  },
  // Learners load it with their first sheet, and the organisation's side loads it with its frame.
  sheet: { modules: ['web/ui/sheet/sheet.tsx'] },
  'person-name': { modules: ['web/messages/person-name.tsx'] },
  // Also loaded before the sign-in, for somebody who is invited to the team.
  'team-calls': { modules: ['contract/organisation/team.ts', 'contract/text/name-in.ts'] },
  // What mentors and the organisation's side share.
  mentors: {
    modules: [
      'contract/text/digits-apart.ts',
      'web/inbox/let-in/open-approve-sign-in.tsx',
      'web/inbox/list/name-with-digits.ts',
      'web/inbox/list/use-since.ts',
      'web/shell/sides/side-switch.tsx',
    ],
  },
  // The organisation's frame, its home, and the small parts of nearly all of its screens.
  organisation: {
    modules: [
      'web/organisation/avatar.tsx',
      'web/organisation/side.ts',
      'web/organisation/frame/back-link.tsx',
      'web/organisation/frame/limit-note.tsx',
      'web/organisation/frame/use-paged-list.ts',
      'web/organisation/home/home-screen.tsx',
    ],
  },
  // Texts that a lesson needs after its first page.
  ...Object.fromEntries(languageCodes.map(code => [`texts-${code}`, { modules: laterTexts(code) }])),
}

/** In the order of the registry. The earlier chunk `lesson` already has the files that a first page needs. */
function filesOfPageTypes(ending: 'css' | 'tsx'): string[] {
  return [...pageTypes.keys()]
    .map(type => `web/lessons/pages/${type}.${ending}`)
    .filter(path => existsSync(ROOT + path))
}

function laterTexts(language: Language): string[] {
  return ['media', 'messages', 'recorder'].map(part => `contract/texts/${language}.json?${part}`)
}

/** The groups of the table, as Vite wants them. */
export function chunkGroups() {
  return Object.entries(chunks).map(([name, chunk], index, all) => ({
    name,
    test: (id: string) => isIn(chunk, id),
    // The first group of the table has the highest priority.
    priority: all.length - index,
  }))
}

function isIn({ modules = [], packages = [] }: Chunk, id: string): boolean {
  const [, inPackages] = id.split('/node_modules/')
  if (inPackages !== undefined) return packages.some(name => inPackages.startsWith(`${name}/`))
  return modules.includes(id.replace(ROOT, ''))
}
