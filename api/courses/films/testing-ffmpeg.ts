import { tryToInstall } from '../../../testing/apt.ts'
import { ffmpegProblem } from './ffmpeg-problem.ts'

/** Whether ffmpeg and ffprobe are on this machine. Installs them by apt as root on Debian. */
export async function findOrInstallFfmpeg(): Promise<boolean> {
  if (!(await ffmpegProblem())) return true
  tryToInstall('ffmpeg')
  return !(await ffmpegProblem())
}
