import { tryToInstall } from '../../../testing/apt.ts'
import { ffmpegTrouble } from './ffmpeg-trouble.ts'

/** Whether ffmpeg and ffprobe are on this machine. Installs them by apt as root on Debian. */
export async function findOrInstallFfmpeg(): Promise<boolean> {
  if (!(await ffmpegTrouble())) return true
  tryToInstall('ffmpeg')
  return !(await ffmpegTrouble())
}
