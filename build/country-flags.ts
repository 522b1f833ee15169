import * as drawn from 'country-flag-icons/string/3x2'
import type { Plugin } from 'vite'

const PATH = 'assets/flags'

/**
 * Vite plugin: the flag of each country as a file of its own, about 250 bytes compressed. A list loads the flags that
 * are visible. All of them in one file would be 39 KB. Emoji flags are shown as letters if no font has them.
 */
export function countryFlags(): Plugin {
  const files = new Map(Object.entries(drawn).map(([code, svg]) => [`${code}.svg`, svg]))
  return {
    name: 'flags',
    generateBundle() {
      for (const [file, source] of files) this.emitFile({ type: 'asset', fileName: `${PATH}/${file}`, source })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${PATH}`, (request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(files.get(request.url?.slice(1) ?? ''))
      })
    },
  }
}
