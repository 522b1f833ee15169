import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minify } from 'terser'

const SHRINK = ['.html', '.js', '.css', '.svg', '.json', '.wasm', '.webmanifest']

/** Code repeats itself at other distances than text does. Tried out on our own files. */
const FOR_CODE: Record<string, Record<number, number>> = {
  '.wasm': { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 8 },
  '.js': { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 16 },
}

/**
 * Minifies these chunks again: Terser finds what Vite's minifier leaves, one byte of fifty, but takes fifty times as
 * long. So it is for what every learner loads.
 */
export async function minifyAgain(folder: string, names: readonly string[]): Promise<void> {
  for (const file of readdirSync(folder)) {
    const [, name] = /^(.+)-.{7}\.js$/.exec(file) ?? []
    if (name === undefined || !names.includes(name)) continue
    const path = join(folder, file)
    const { code } = await minify(readFileSync(path, 'utf8'), { ecma: 2020, module: true })
    if (code) writeFileSync(path, code)
  }
}

/** Writes a .br and a .gz beside every file that becomes smaller, so the server only chooses one. */
export function compressAll(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!SHRINK.includes(extname(file))) continue
    const path = join(folder, file)
    const content = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { ...params, ...FOR_CODE[extname(file)] } }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
