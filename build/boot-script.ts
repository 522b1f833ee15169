import { readFileSync } from 'node:fs'
import { minifySync, type Plugin, type Rolldown } from 'vite'

const SOURCE = new URL('../web/boot.js', import.meta.url)
const PLACE = '<!-- boot.js -->'

/** What each first screen needs beyond the entry, by the end of its module's name. */
const screens = {
  ar: ['i18n/ar_aa.json?compiled'],
  en: ['i18n/en_gb.json?compiled'],
  login: ['web/app.tsx', 'identity/phone-login-screen.tsx'],
  courses: ['web/app.tsx', 'shell/signed-in.tsx', 'courses/courses-screen.tsx'],
  course: ['web/app.tsx', 'shell/signed-in.tsx', 'courses/course-screen.tsx'],
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
        const code = bundle ? minifySync('boot.js', source, { compress: { target: 'es2015' } }).code : source
        return html.replace(PLACE, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}

function filesFor(bundle: Rolldown.OutputBundle | undefined, modules: string[]): string[] {
  if (!bundle) return []
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const entry = chunks.find(chunk => chunk.isEntry)
  const inEntry = new Set(entry ? [entry.fileName, ...entry.imports] : [])
  const wanted = modules.map(module => chunks.find(chunk => chunk.facadeModuleId?.endsWith(module)))
  const files = wanted.flatMap(chunk => (chunk ? [chunk.fileName, ...chunk.imports, ...stylesOf(chunk)] : []))
  return [...new Set(files)].filter(file => !inEntry.has(file))
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  const { viteMetadata } = chunk as Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}
