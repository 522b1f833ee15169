import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { inlineScript } from './inline-script.ts'

const SOURCE = new URL('../web/boot.js', import.meta.url)
const PLACE = '<!-- boot.js -->'

/** What each first screen needs beyond the entry, by the end of its module's name. */
const screens = {
  'ar-doors': ['i18n/ar_aa.json?doors'],
  'en-doors': ['i18n/en_gb.json?doors'],
  'ar-inside': ['i18n/ar_aa.json?inside'],
  'en-inside': ['i18n/en_gb.json?inside'],
  login: ['web/app.tsx', 'sign-in/phone/phone-login-screen.tsx'],
  'login-email': ['web/app.tsx', 'email/email-login-screen.tsx'],
  register: ['web/app.tsx', 'email/register-screen.tsx'],
  'forgot-password': ['web/app.tsx', 'email/forgot-password-screen.tsx'],
  'reset-password': ['web/app.tsx', 'email/reset-password-screen.tsx'],
  courses: ['web/app.tsx', 'shell/signed-in.tsx', 'shell/home-screen.tsx'],
  course: ['web/app.tsx', 'shell/signed-in.tsx', 'courses/course-screen.tsx'],
  account: ['web/app.tsx', 'shell/signed-in.tsx', 'account/account-screen.tsx'],
  // Whether a learner or a mentor comes is not known yet.
  messages: ['web/app.tsx', 'shell/signed-in.tsx'],
  lesson: ['web/app.tsx', 'shell/signed-in.tsx', 'lessons/lesson-screen.tsx'],
}

/** Vite plugin: puts boot.js inline into the page, with the names of the files that each first screen needs. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const preloads = Object.entries(screens).map(([screen, modules]) => [screen, filesFor(bundle, modules)])
        const source = readFileSync(SOURCE, 'utf8').replace(
          '__PRELOADS__',
          JSON.stringify(Object.fromEntries(preloads)),
        )
        const code = bundle ? inlineScript('boot.js', source) : source
        return html.replace(PLACE, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}

function filesFor(bundle: Rolldown.OutputBundle | undefined, modules: string[]): string[] {
  if (!bundle) return []
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const inEntry = closure(
    bundle,
    chunks.filter(chunk => chunk.isEntry),
  )
  const wanted = chunks.filter(chunk => modules.some(module => chunk.facadeModuleId?.endsWith(module)))
  const needed = [...closure(bundle, wanted)].filter(chunk => !inEntry.has(chunk))
  return [...new Set(needed.flatMap(chunk => [chunk.fileName, ...stylesOf(chunk)]))]
}

/** The chunks with everything that they import, and that imports in turn. */
function closure(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const all = new Set(chunks)
  for (const chunk of all) {
    for (const file of chunk.imports) {
      const imported = bundle[file]
      if (imported?.type === 'chunk') all.add(imported)
    }
  }
  return all
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  const { viteMetadata } = chunk as Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}
