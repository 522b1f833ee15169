import { FfmpegError, type FfmpegRun, ffmpeg, inputOf } from './ffmpeg.ts'
import type { Film } from './film.ts'

/** The largest size, with square pixels. The limits also hold for a file with an absurd aspect ratio. */
const PICTURE = "scale=w='2*trunc(clip(iw*sar,64,480)/2)':h='2*trunc(clip(ow/dar,64,1920)/2)',setsar=1,format=yuv420p"
/** Mono: most phones have one loudspeaker. Gaps are filled, so that picture and sound stay in sync. */
const SOUND = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=mono'
const MAX_DOTS = 4096 * 4096

/**
 * Makes a small, plain copy of a film that can be huge or hostile. All sizes are made from the copy, so the original is
 * decoded once. Metadata, such as the place of the recording, is removed.
 */
export async function makeWorkingCopy(
  { hasSound }: Pick<Film, 'hasSound'>,
  original: string,
  copy: string,
  run: FfmpegRun,
) {
  const reading = ['-max_error_rate', '0.05', '-max_pixels', String(MAX_DOTS)]
  const picture = [
    '-map',
    '0:V:0',
    '-vf',
    PICTURE,
    '-fpsmax',
    '30',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '12',
  ]
  const sound = hasSound ? ['-map', '0:a:0', '-af', SOUND, '-c:a', 'pcm_s16le'] : []
  const plain = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-f', 'matroska']
  const words = [...reading, ...inputOf('mov', original), ...picture, ...sound, ...plain, `file:${copy}`]
  const { errors } = await ffmpeg(words, run)
  if (errors.includes('partial file')) throw new FfmpegError('its end is missing')
}
