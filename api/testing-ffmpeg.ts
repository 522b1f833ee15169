import type { TestProject } from 'vitest/node'
import { tryToInstall } from '../testing/apt.ts'
import { ffmpegTrouble } from './courses/films/ffmpeg-trouble.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether ffmpeg and ffprobe are on this machine. */
    hasFfmpeg: boolean
  }
}

/** Tells the tests whether there is an ffmpeg. Installs it by apt as root on Debian. */
export default async function setup(project: TestProject): Promise<void> {
  if (await ffmpegTrouble()) tryToInstall('ffmpeg')
  project.provide('hasFfmpeg', !(await ffmpegTrouble()))
}
