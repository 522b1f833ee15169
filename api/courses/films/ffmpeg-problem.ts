import { ffmpeg, ffprobe } from './ffmpeg.ts'

const ENCODERS = ['libx264', 'aac', 'libvpx-vp9', 'libopus', 'libmp3lame', 'mjpeg']
const THEN = 'Until then films are there as they came, in one size. Then import the course again.'

/** Why this machine cannot make films, and what to do. Undefined if it can. */
export async function ffmpegProblem(): Promise<string | undefined> {
  try {
    await ffprobe(['-version'])
    const { output } = await ffmpeg(['-encoders'])
    const missing = ENCODERS.filter(name => !output.includes(` ${name} `))
    return missing.length > 0
      ? `This ffmpeg cannot write ${missing.join(', ')}: install a full one. ${THEN}`
      : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return `ffmpeg is not on this machine: install the package ffmpeg (apt-get install ffmpeg). ${THEN}`
  }
}
