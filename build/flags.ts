import * as drawn from 'country-flag-icons/string/3x2'
import type { Plugin } from 'vite'

const PATH = 'assets/flags'

/**
 * Vite plugin: the flag of each country as a file of its own, some 250 bytes compressed. A list fetches those that come
 * into sight. All in one would be 39 KB, and letters that stand for flags are shown as letters where no font has them.
 */
export function flags(): Plugin {
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
