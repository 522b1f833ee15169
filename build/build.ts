import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, minifySync } from 'vite'
import { compressAll } from './compress.ts'

const webDir = fileURLToPath(new URL('../dist/web/', import.meta.url))
const firstPaintScript = new URL('../web/first-paint.js', import.meta.url)
const prerenderDir = fileURLToPath(new URL('../dist/prerender/', import.meta.url))

/** The front end as it is served: bundled, with its first paint in the page, and compressed once for all. */
await build({ logLevel: 'warn' })
await build({
  logLevel: 'warn',
  build: { ssr: 'prerender.tsx', outDir: prerenderDir, emptyOutDir: true },
  // Bundled, so that it reads the messages as they were compiled.
  ssr: { noExternal: ['use-intl'] },
})
await addFirstPaint()
compressAll(webDir)

async function addFirstPaint(): Promise<void> {
  const { firstPaint } = await import(pathToFileURL(`${prerenderDir}prerender.js`).href)
  const page = `${webDir}index.html`
  const script = minifySync('first-paint.js', readFileSync(firstPaintScript, 'utf8'), {
    compress: { target: 'es2015' },
  })
  const markup = `${await firstPaint()}<script>${script.code.trim()}</script>`
  const html = readFileSync(page, 'utf8').replace('<!-- first-paint -->', () => markup)
  writeFileSync(page, html.replace(/>\s+</g, '><'))
}
