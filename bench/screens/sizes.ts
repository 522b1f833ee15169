import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { Server } from '../../e2e/server.ts'
import { type Row, shown } from '../table.ts'
import { interactiveAt, newPhone, openChromium } from './browser.ts'
import { type Arrival, lessonOn, login } from './routes.ts'

const WEB = new URL('../../dist/web/', import.meta.url)
const KB = 1024
const SCRIPTS_KB: Record<string, number> = { login: 85, lesson: 95 }
const STYLES_KB = 6
const EDITOR_KB = 110
const EDITOR = /^(editor-screen|marked\.esm|publish)-[\w-]{7}\.js$/
/** After this time, everything that the app loads by itself has started to load. */
const AFTERWARDS_MS = 2000

/** The compressed bytes that a screen needs before it can be used, measured by opening it. */
export async function sizes(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server()
  await server.start()
  try {
    const rows: Row[] = []
    for (const arrival of [login, await lessonOn(server)]) rows.push(...(await weigh(browser, server, arrival)))
    return [...rows, editorRow()]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** What an author loads to write a course, besides the app: the form, the rich text, the preview. */
function editorRow(): Row {
  const names = readdirSync(new URL('assets/', WEB)).filter(name => EDITOR.test(name))
  const value = names.reduce((total, name) => total + bytesOf(`assets/${name}`), 0) / KB
  return { name: 'sizes, editor: scripts', value, unit: 'KB brotli', atMost: EDITOR_KB }
}

async function weigh(browser: Browser, server: Server, arrival: Arrival): Promise<Row[]> {
  const { needed, afterwards, fonts } = await filesOf(browser, server, arrival)
  const { name } = arrival
  console.log(`  ${name} needs ${listed(needed)}`)
  console.log(`  and afterwards ${listed(afterwards) || 'nothing'}`)
  const html = readFileSync(new URL('index.html', WEB), 'utf8')
  const scripts = sum(needed, '.js') + inlineBytes(html, /<script>([\s\S]*?)<\/script>/g)
  const styles = sum(needed, '.css') + inlineBytes(html, /<style[^>]*>([\s\S]*?)<\/style>/g)
  return [
    { name: `sizes, ${name}: scripts`, value: scripts / KB, unit: 'KB brotli', atMost: SCRIPTS_KB[name] ?? 0 },
    { name: `sizes, ${name}: styles`, value: styles / KB, unit: 'KB brotli', atMost: STYLES_KB },
    { name: `sizes, ${name}: page`, value: bytesOf('index.html') / KB, unit: 'KB brotli' },
    { name: `sizes, ${name}: web fonts`, value: fonts, unit: 'files', atMost: 0 },
  ]
}

/** Paths below dist/web of the requests before the screen could be used, and after it. */
async function filesOf(browser: Browser, server: Server, { path, ready, prepare }: Arrival) {
  const context = await newPhone(browser)
  const page = await context.newPage()
  await prepare(page)
  let fonts = 0
  page.on('request', request => {
    if (request.resourceType() === 'font') fonts += 1
  })
  await page.goto(server.origin + path)
  const interactive = await page.waitForFunction(interactiveAt, ready, { polling: 'raf' })
  await page.waitForTimeout(AFTERWARDS_MS)
  const loads = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  )
  const usableAt = (await interactive.jsonValue()) || 0
  await context.close()
  const filesWhere = (belongs: (startTime: number) => boolean) => {
    const files = loads.filter(({ startTime }) => belongs(startTime)).map(({ name }) => new URL(name).pathname.slice(1))
    return [...new Set(files)].filter(file => /\.(js|css)$/.test(file))
  }
  const needed = filesWhere(startTime => startTime < usableAt)
  const afterwards = filesWhere(startTime => startTime >= usableAt).filter(file => !needed.includes(file))
  return { needed, afterwards, fonts }
}

function sum(files: string[], ending: string): number {
  return files.filter(file => file.endsWith(ending)).reduce((total, file) => total + bytesOf(file), 0)
}

/** The transferred size: build/compress.ts wrote the compressed file beside the original. */
function bytesOf(file: string): number {
  return statSync(new URL(`${file}.br`, WEB)).size
}

function inlineBytes(html: string, pattern: RegExp): number {
  const pieces = [...html.matchAll(pattern)].map(([, piece]) => piece)
  return pieces.length > 0 ? brotliCompressSync(pieces.join('\n')).length : 0
}

/** 'app 63.5, icon 3.9': the name without its hash, and KB. */
function listed(files: string[]): string {
  return files
    .toSorted((a, b) => bytesOf(b) - bytesOf(a))
    .map(file => `${file.replace(/^assets\/(.+)-[\w-]{7}(\.\w+)$/, '$1$2')} ${shown(bytesOf(file) / KB)}`)
    .join(', ')
}
