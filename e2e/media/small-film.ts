import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importCourseCommand } from '../../api/commands/courses/import-course.ts'
import { ffmpegProblem } from '../../api/courses/films/ffmpeg-problem.ts'
import { listCourses } from '../../contract/courses.ts'
import { command } from '../command.ts'
import { personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { type SharedProcess, SharedServer } from '../shared-process.ts'
import { test as base, expect } from '../test.ts'

export const FILM_LESSON = 'tea-pour'
const FILM_SECONDS = 12

const FILES = {
  'course.yaml': 'id: tea\nlanguage: en\ntitle: A good cup of tea\ndescription: Two pages about tea.\n',
  'lessons/01-pour.yaml': `id: ${FILM_LESSON}
title: Pouring
pages:
  - { id: start, type: rich-text, textContent: Pour slowly }
  - { id: pour, type: video, avFilename: pour.mp4, alt: Tea is poured }
`,
}

/** Journeys on a server of their own: beside the demo, it has a film in all its sizes. Skipped without ffmpeg. */
export const test = base.extend<{ withFilm: Server }>({
  withFilm: async ({ servers }, use) => use(await servers.kept('film', () => startWithFilm(servers))),
})

async function startWithFilm(servers: SharedProcess): Promise<Server> {
  const server = new SharedServer(servers)
  await server.start()
  if (!(await ffmpegProblem())) await importSmallFilm(server)
  return server
}

/** Imports a course with a film, of which ffmpeg makes all sizes, as `import-course` does for an author. */
async function importSmallFilm(server: Server): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'small-film-'))
  try {
    for (const name of ['lessons', 'media']) mkdirSync(join(folder, name))
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=1', '-f', 'lavfi', '-i', 'sine=frequency=330']
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    const film = join(folder, 'media/pour.mp4')
    execFileSync('ffmpeg', ['-v', 'error', ...sources, '-t', String(FILM_SECONDS), ...codecs, film])
    await command(server, importCourseCommand, folder)
    // The server reads the courses again a moment after a command changed them.
    const author = await personOf(server)
    const listed = async () => (await author.call(listCourses, { query: {} })).data.map(({ id }) => id)
    await expect.poll(listed).toContain('tea')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
