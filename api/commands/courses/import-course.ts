import { resolve } from 'node:path'
import { listStoredCourses } from '../../courses/catalogue/withdraw.ts'
import { openOriginals } from '../../courses/files/originals.ts'
import { ffmpegProblem } from '../../courses/films/ffmpeg-problem.ts'
import { importCourse } from '../../courses/import.ts'
import { publisherFor } from '../../media/publish.ts'
import type { Command } from '../command.ts'
import { filmProgressBar } from './film-progress-bar.ts'

const BY_COMMAND = { uid: null, side: 'command' } as const

export const importCourseCommand: Command = {
  usage: '<folder>',
  summary: 'Imports a course, or a new version of it; learners keep their progress',
  async run({ db, config, words: [folder], print }) {
    if (!folder) throw new Error('Name the folder of the course: npm run admin -- import-course courses/first-aid-en')
    const problem = await ffmpegProblem()
    using stop = stopWhenAsked()
    using bar = filmProgressBar(print, process.stderr)
    const films = problem ? {} : { films: { onProgress: bar.show } }
    const where = { originals: await openOriginals(config), publisher: await publisherFor(config) }
    const report = await importCourse(db, resolve(folder), {
      ...where,
      ...films,
      signal: stop.signal,
      audit: BY_COMMAND,
    })
    for (const warning of report.warnings) print(warning)
    if (problem && report.filmsWithoutSizes > 0) print(problem)
    const { course, lessons, pages, warnings } = report
    print(`${course} is imported: lessons ${lessons}, pages ${pages}, warnings ${warnings.length}.`)
    const stored = (await listStoredCourses(db)).find(({ id }) => id === course)
    if (stored && stored.withdrawnAt !== null)
      print(`It is withdrawn, so learners do not see it: npm run admin -- publish-course ${course}`)
  },
}

/** Making films takes minutes. An interrupt leaves neither incomplete files nor a running ffmpeg. */
function stopWhenAsked(): Disposable & { signal: AbortSignal } {
  const stop = new AbortController()
  const end = () => stop.abort(new Error('Stopped. The course is as it was; films that are finished stay.'))
  const asks = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const ask of asks) process.once(ask, end)
  return {
    signal: stop.signal,
    [Symbol.dispose]: () => {
      for (const ask of asks) process.off(ask, end)
    },
  }
}
