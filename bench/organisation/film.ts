import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createCourse } from '../../contract/organisation/courses.ts'
import { editDraft, getDraft } from '../../contract/organisation/drafts.ts'
import { becomeFirstOwner } from '../../contract/organisation/team.ts'
import { bringIn, type Person, personOf } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { newPhone, openChromium } from '../screens/browser.ts'
import { cutLine } from '../screens/cut-line.ts'
import type { Row } from '../table.ts'

const MB = 1_000_000
const FILM_MB = 300
const CUTS = 5
const AWAY_MS = 4000
const MAX_MINUTES = 15

/**
 * Sends a film of 300 MB from the editor, over a line that breaks off five times in the middle of a piece. After the
 * third time the page is loaded again. Throws if the film at the server differs from the file.
 */
export async function film(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const folder = mkdtempSync(join(tmpdir(), 'large-film-'))
  const server = new Server()
  try {
    const file = largeFilm(folder)
    await server.start()
    const reem = await personOf(server)
    await reem.call(becomeFirstOwner, { body: {} })
    const { courseId, lesson } = await courseWithFilmPage(reem)
    const { size } = statSync(file)
    const cutsAt = Array.from({ length: CUTS }, (_, index) => Math.round((size * (index + 1)) / (CUTS + 1)))
    const line = await cutLine(server.origin, { cutsAt, awayMs: AWAY_MS })
    const context = await newPhone(browser)
    const page = await context.newPage()
    await bringIn(page, reem, 'en')
    const editor = `${line.origin}/org/courses/${courseId}/edit/${lesson}/pour`
    await page.goto(editor)
    line.begin()
    const begunAt = performance.now()
    await page.locator('input[accept^="video/mp4"]').setInputFiles(file)
    await until(page, () => line.counted().cuts >= 3)
    await page.reload()
    // A browser that had no room for a copy of the film asks for the file again.
    const filePicker = page.locator('input[type=file]').first()
    const filmName = page.getByText(/^film-[0-9a-f]{8}\.mp4$/)
    await until(page, async () => {
      if (await page.getByText('This browser has not kept the film.').isVisible()) await filePicker.setInputFiles(file)
      return filmName.isVisible()
    })
    const seconds = (performance.now() - begunAt) / 1000
    const { sent, cuts } = line.counted()
    await expectSame(page, reem, courseId, file)
    line.close()
    if (cuts !== CUTS) throw new Error(`The line was cut ${cuts} times`)
    const name = (what: string) => `film: ${FILM_MB} MB over a line cut ${CUTS} times, ${what}`
    return [
      { name: name('bytes sent'), value: sent / size, unit: '× its size', atMost: 1.05 },
      { name: name('seconds'), value: seconds, unit: 's' },
    ]
  } finally {
    await browser.close()
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A few seconds of film, and a box of type `free` that makes the file large. Players skip such a box. */
function largeFilm(folder: string): string {
  const file = join(folder, 'film.mp4')
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=4', '-f', 'lavfi', '-i', 'sine=frequency=330']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', ...sources, '-t', '6', ...codecs, file])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(FILM_MB * MB)
  head.write('free', 4)
  appendFileSync(file, head)
  for (let left = FILM_MB * MB - head.length; left > 0; left -= MB)
    appendFileSync(file, randomBytes(Math.min(MB, left)))
  return file
}

async function courseWithFilmPage({ call }: Person) {
  const { id } = (await call(createCourse, { body: { title: 'Tea', language: 'en' } })).data
  const params = { id }
  const lesson = (await call(getDraft, { params })).data.lessons[0]?.key ?? ''
  const change = {
    op: 'insert' as const,
    path: ['lessons', lesson, 'pages'],
    value: { id: 'pour', type: 'video' },
    after: null,
  }
  await call(editDraft, { params, body: { since: 0, edits: [{ id: 'first-page', at: 1, change }] } })
  return { courseId: id, lesson }
}

async function until(page: Page, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_MINUTES * 60_000
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Not within ${MAX_MINUTES} minutes: ${await page.innerText('main')}`)
    await page.waitForTimeout(500)
  }
}

async function expectSame(page: Page, { call }: Person, courseId: string, file: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  const digest = hash.digest('hex')
  // The editor sends the name of the film a moment after its bytes.
  await page.getByText('Draft, saved').waitFor()
  const { files } = (await call(getDraft, { params: { id: courseId } })).data
  if (!files.some(stored => stored.digest === digest)) throw new Error('The server has another film')
}
