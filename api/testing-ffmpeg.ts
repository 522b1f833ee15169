import type { TestProject } from 'vitest/node'
import { tryToInstall } from '../testing/apt.ts'
import { ffmpegTrouble } from './courses/films/ffmpeg-trouble.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What makes films, and what looks at them, is on this machine. */
    hasFfmpeg: boolean
  }
}

/** Tells the tests whether there is an ffmpeg; installs it by apt where we are root on a Debian. */
export default async function setup(project: TestProject): Promise<void> {
  if (await ffmpegTrouble()) tryToInstall('ffmpeg')
  project.provide('hasFfmpeg', !(await ffmpegTrouble()))
}
