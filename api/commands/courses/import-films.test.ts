import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOrInstallFfmpeg } from '../../courses/films/testing-ffmpeg.ts'
import { look, newPlace, record, withFilms } from '../../courses/films/testing-films.ts'
import { courseFolder } from '../../courses/testing.ts'
import { readConfig } from '../../read-config.ts'
import { filmProgressBar } from './film-progress-bar.ts'
import { importCourseCommand } from './import-course.ts'

const hasFfmpeg = await findOrInstallFfmpeg()

type Place = Awaited<ReturnType<typeof newPlace>>

const ADMIN = join(import.meta.dirname, '../admin.ts')
const SMALL = { picture: 'testsrc2=size=160x90:rate=5', sound: 'sine=frequency=300', seconds: 1 }

async function type({ db, dataDir }: Place, folder: string): Promise<string[]> {
  const printed: string[] = []
  const config = readConfig({ DATA_DIR: dataDir })
  await importCourseCommand.run({ db, config, words: [folder], print: line => printed.push(line) })
  return printed
}

const filmsIn = ({ mediaDir }: Place) => readdirSync(mediaDir).filter(name => name.startsWith('tea.pour-'))

async function pageOf({ db }: Place) {
  const lessons = db.selectFrom('lessons').select('content').where('id', '=', 'tea-pour')
  return JSON.parse((await lessons.executeTakeFirstOrThrow()).content).pages[0]
}

describe.skipIf(!hasFfmpeg)('npm run admin -- import-course, with films', { timeout: 300_000 }, () => {
  test('without ffmpeg it says what to install, and with ffmpeg it makes the sizes', async () => {
    const place = await newPlace()
    const folder = courseFolder(withFilms({ 'pour.mp4': record(SMALL) }))
    vi.stubEnv('PATH', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await type(place, folder)).toEqual([
      expect.stringMatching(/^ffmpeg is not on this machine: install the package ffmpeg \(apt-get install ffmpeg\)/),
      'tea is imported: lessons 3, pages 4, warnings 0.',
    ])
    expect(filmsIn(place)).toEqual([expect.stringMatching(/-orig\.mp4$/)])
    expect(await pageOf(place)).toMatchObject({ originalOnly: true })
    vi.unstubAllEnvs()
    expect(await type(place, folder)).toEqual([
      'media/pour.mp4: files made 8, all films 100%',
      'tea is imported: lessons 3, pages 4, warnings 0.',
    ])
    expect(filmsIn(place)).toHaveLength(9)
    expect(await pageOf(place)).not.toHaveProperty('originalOnly')
    // The sizes stay in use if ffmpeg is missing later.
    vi.stubEnv('PATH', '')
    expect(await type(place, folder)).toEqual(['tea is imported: lessons 3, pages 4, warnings 0.'])
    expect(await pageOf(place)).toMatchObject({ poster: expect.stringMatching(/-poster\.jpg$/) })
  })

  test('on a full disk it says so, blames no film, and keeps no incomplete file', async () => {
    const place = await newPlace()
    const folder = courseFolder(withFilms({ 'pour.mp4': record(SMALL) }))
    const { db, dataDir, mediaDir } = place
    const run = () =>
      importCourseCommand.run({ db, config: readConfig({ DATA_DIR: dataDir }), words: [folder], print: () => {} })
    for (const [lastWord, error] of [
      ['No space left on device', { code: 'ENOSPC' }],
      ['Input/output error', { message: expect.stringContaining('Error writing trailer of it') }],
    ] as const) {
      vi.stubEnv('PATH', `${programsOnDisk(lastWord)}:${process.env.PATH}`)
      onTestFinished(() => void vi.unstubAllEnvs())
      await expect(run()).rejects.toMatchObject(error)
      expect(readdirSync(mediaDir).filter(name => name.startsWith('.') || /\.(?:webm|mp3|jpg)$/.test(name))).toEqual([])
    }
    expect(await db.selectFrom('courses').selectAll().execute()).toEqual([])
  })

  test('a course without films does not need ffmpeg', async () => {
    vi.stubEnv('PATH', '')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await type(await newPlace(), courseFolder())).toEqual(['tea is imported: lessons 2, pages 3, warnings 0.'])
  })

  test.each(['SIGKILL', 'SIGINT'] as const)('stopped by %s, it leaves only complete files', async end => {
    const place = await newPlace()
    const film = record({ ...SMALL, seconds: 4 })
    const folder = courseFolder(withFilms({ 'pour.mp4': film }))
    const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: '' }
    const command = spawn(process.execPath, [ADMIN, 'import-course', folder], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    command.stderr.on('data', text => (errors += text))
    // The longest job starts first, so when one file is ready, others are incomplete.
    while (!exists(place) && command.exitCode === null) await sleep(20)
    command.kill(end)
    await once(command, 'close')
    expect(errors.replace(/^Database: .*\n/, '')).toBe(
      end === 'SIGINT' ? 'Stopped. The course is as it was; films that are finished stay.\n' : '',
    )
    expect(await place.db.selectFrom('courses').selectAll().execute()).toEqual([])
    const halves = readdirSync(place.mediaDir).filter(name => name.startsWith('.'))
    if (end === 'SIGKILL') expect(halves).not.toEqual([])
    else expect(halves).toEqual([])
    const whole = filmsIn(place)
    expect(whole.length).toBeLessThan(9)
    for (const name of whole.filter(name => !name.endsWith('.jpg'))) {
      expect((await look(join(place.mediaDir, name))).seconds, name).toBeCloseTo(4, 0)
    }
    // films.test.ts shows that the next import goes on with complete files.
    if (end === 'SIGINT') return
    await type(place, folder)
    expect(filmsIn(place)).toHaveLength(9)
  })
})

/** A folder with an ffmpeg that cannot write to the end of its file, and ends with 0, as the real one does. */
function programsOnDisk(lastWord: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-ffmpeg-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = `#!/bin/sh
case "$*" in *-encoders*) PATH="\${PATH#*:}"; exec ffmpeg "$@";; esac
echo "Error writing trailer of file:/data/media/x.mkv: ${lastWord}" >&2
`
  writeFileSync(join(folder, 'ffmpeg'), script, { mode: 0o755 })
  return folder
}

/** Whether a file was made of the film. The original is always there. */
function exists(place: Place): boolean {
  try {
    return filmsIn(place).length > 1
  } catch {
    return false
  }
}

test('on a terminal a bar shows the progress, is never longer than a line, and disappears at the end', () => {
  const written: string[] = []
  const printed: string[] = []
  const terminal = { isTTY: true, columns: 45, write: (text: string) => written.push(text) > 0 }
  {
    using bar = filmProgressBar(line => printed.push(line), terminal)
    bar.show({ film: 'media/pour-it-slowly.mp4', done: 0.5 })
    bar.show({ film: 'media/pour-it-slowly.mp4', done: 0.754, finished: 8 })
  }
  expect(written).toEqual([`\r\x1b[K${'█'.repeat(15)}${'░'.repeat(15)} 50% media/pou`, '\r\x1b[K', '\r\x1b[K'])
  expect(printed).toEqual(['media/pour-it-slowly.mp4: files made 8, all films 75%'])
})

test('without a terminal it prints a line for each film', () => {
  const printed: string[] = []
  const terminal = {
    isTTY: false,
    write: () => {
      throw new Error('A log is no place for a bar')
    },
  }
  using bar = filmProgressBar(line => printed.push(line), terminal)
  for (const done of [0.1, 0.2, 0.3]) bar.show({ film: 'media/pour.mp4', done })
  bar.show({ film: 'media/pour.mp4', done: 1, finished: 8 })
  expect(printed).toEqual(['media/pour.mp4: files made 8, all films 100%'])
})
