import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import { readTexts } from '../api/texts/read-texts.ts'
import { inEachLanguage } from '../contract/text/in-each-language.ts'
import { chunks } from './chunks.ts'
import { compressAll, minifyAgain } from './compress.ts'
import { inlineScript } from './inline-script.ts'
import { newBuildIn, publishBuild } from './publish.ts'
import { buildWorker } from './worker.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const firstPaintScript = new URL('../web/first-paint.js', import.meta.url)
const webDir = newBuildIn(dist)
/** `native`: Node loads the configuration itself, and with it the tables of web and contract. */
const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url))
const quiet = { logLevel: 'warn', configFile, configLoader: 'native' } as const
const prerenderDir = `${webDir}-prerender/`

/** The front end as it is served: bundled, with its first paint in the page, and compressed once. */
try {
  const { output } = (await build({ ...quiet, build: { outDir: webDir } })) as Rolldown.RolldownOutput
  await build({
    ...quiet,
    build: {
      ssr: 'prerender.tsx',
      outDir: prerenderDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
    // use-intl must be bundled, so that the alias for compiled messages works in it.
    ssr: { noExternal: ['use-intl'] },
  })
  await buildWorker(webDir, output)
  await addFirstPaint()
  await minifyAgain(`${webDir}/assets`, Object.keys(chunks))
  await compressAll(webDir)
  publishBuild(dist, webDir)
} catch (error) {
  rmSync(webDir, { recursive: true, force: true })
  throw error
} finally {
  rmSync(prerenderDir, { recursive: true, force: true })
}

async function addFirstPaint(): Promise<void> {
  const { firstPaint, lateNotes, note, pathPicture } = await import(pathToFileURL(`${prerenderDir}prerender.js`).href)
  const page = `${webDir}/index.html`
  const words = readTexts('firstPaint')
  const texts = inEachLanguage(code => words[code].firstPaint)
  const script = inlineScript('first-paint.js', readFileSync(firstPaintScript, 'utf8'))
  const markup = `${lateNotes(texts)}${await firstPaint()}<script>${script}</script>`
  const html = readFileSync(page, 'utf8')
    .replace('<!-- first-paint -->', () => markup)
    .replace('<!-- old-browser -->', () => note('oldBrowser', texts))
    .replace('<!-- no-script -->', () => note('noScript', texts))
    .replaceAll('<!-- illustration -->', pathPicture)
  writeFileSync(page, html.replace(/>\s+</g, '><'))
}
