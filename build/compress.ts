import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import { minify } from 'terser'
import { DAY } from '../contract/time.ts'

/** A cache of results. Minifying and compressing take two thirds of a build, and most files do not change. */
const MADE = fileURLToPath(new URL('../node_modules/.cache/compressed/', import.meta.url))
const KEPT_MS = 30 * DAY
/** The versions are part of the key, because another version may return another result for the same content. */
const { version } = JSON.parse(readFileSync(new URL('../node_modules/terser/package.json', import.meta.url), 'utf8'))
const MAKERS = `terser ${version}, brotli ${process.versions.brotli}, zlib ${process.versions.zlib}`

const compressByBrotli = promisify(brotliCompress)

const SHRINK = ['.html', '.js', '.css', '.svg', '.json', '.wasm', '.webmanifest']

/** Two parameters of Brotli: [NPOSTFIX, NDIRECT]. All pairs are tried, because none is the best for every file. */
const DISTANCES: Record<string, [number, number][]> = {
  '.wasm': [[1, 8]],
  '.js': [
    [0, 0],
    [1, 0],
    [1, 16],
  ],
}

/** Lets Chromium compile the functions while it still loads the rest of React, and not at their first call. */
const COMPILE_EARLY = '//# allFunctionsCalledOnLoad'

/**
 * Minifies these chunks again. Terser removes one byte of fifty that Vite's minifier leaves, but takes fifty times as
 * long. So only the chunks of chunks.ts get it.
 */
export async function minifyAgain(folder: string, names: readonly string[]): Promise<void> {
  for (const file of readdirSync(folder)) {
    const [, name] = /^(.+)-.{7}\.js$/.exec(file) ?? []
    if (name === undefined || !names.includes(name)) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    const preamble = name === 'frame' ? COMPILE_EARLY : ''
    const options = {
      ecma: 2020,
      module: true,
      compress: { passes: 3 },
      format: { comments: false, preamble },
    } as const
    const make = async () => Buffer.from((await minify(content.toString(), options)).code ?? content)
    writeFileSync(path, await makeUnlessKept(content, options, make))
  }
}

/** Writes a .br and a .gz beside every file that becomes smaller, so the server only chooses one. */
export async function compressAll(folder: string): Promise<void> {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!SHRINK.includes(extname(file))) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    // Node compresses in other threads: the tries of a file use all cores.
    const tries = await Promise.all(
      (DISTANCES[extname(file)] ?? [[0, 0]]).map(([postfix, direct]) => {
        const brotli = {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
            [constants.BROTLI_PARAM_NDIRECT]: direct,
          },
        }
        return makeUnlessKept(content, brotli, () => compressByBrotli(content, brotli))
      }),
    )
    const smallest = tries.reduce((best, one) => (one.length < best.length ? one : best))
    const gzip = { level: 9 }
    writeFileSync(`${path}.br`, smallest)
    writeFileSync(`${path}.gz`, await makeUnlessKept(content, gzip, () => gzipSync(content, gzip)))
  }
  evictOld()
}

type Make = () => Buffer | Promise<Buffer>

/** What an earlier build made of the same content with the same options, or else what `make` makes now. */
async function makeUnlessKept(content: Buffer, options: object, make: Make): Promise<Buffer> {
  const hash = createHash('sha256')
    .update(`${MAKERS} ${JSON.stringify(options)}\n`)
    .update(content)
  const place = join(MADE, hash.digest('hex'))
  try {
    const made = readFileSync(place)
    utimesSync(place, new Date(), new Date())
    return made
  } catch {
    const made = await make()
    mkdirSync(MADE, { recursive: true })
    // Two builds may run at once, so a file gets its name only when it is complete.
    writeFileSync(`${place}-${process.pid}`, made)
    renameSync(`${place}-${process.pid}`, place)
    return made
  }
}

/** Removes what no build has used for a month. */
function evictOld(): void {
  for (const name of readdirSync(MADE)) {
    const { mtimeMs } = statSync(join(MADE, name), { throwIfNoEntry: false }) ?? {}
    if (mtimeMs !== undefined && Date.now() - mtimeMs > KEPT_MS) rmSync(join(MADE, name), { force: true })
  }
}
