import { FILM_WIDTHS, type FilmVersion, type FilmWidth } from '../../../contract/films.ts'

/** A file to make from a film. */
export type FilmFile = {
  version: FilmVersion
  /** Relative work for one second of film. */
  weight: number
  needsSound?: true
  /** Arguments of ffmpeg. The first input has the picture, the second the sound, if there is any. */
  words(hasSound: boolean): string[]
}

/** kbit/s that a poor network carries. For the picture it is the maximum. */
const rates: Record<FilmWidth, { picture: number; aac: number; opus: number; weight: number }> = {
  320: { picture: 130, aac: 48, opus: 32, weight: 4 },
  360: { picture: 220, aac: 48, opus: 32, weight: 6 },
  480: { picture: 340, aac: 64, opus: 48, weight: 9 },
}

/** All files to make from a film. The longest work is first, so that no processor waits at the end. */
export const filmFiles: readonly FilmFile[] = [
  ...FILM_WIDTHS.toReversed().map(webm),
  ...FILM_WIDTHS.toReversed().map(mp4),
  sound(),
  poster(),
]

/** VP9, which nearly every phone decodes in hardware. The settings take at most twice the time of H.264. */
function webm(width: FilmWidth): FilmFile {
  const { picture, opus, weight } = rates[width]
  const codec = ['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-lag-in-frames', '16', '-crf', '34']
  const rate = ['-b:v', `${Math.round(picture * 0.85)}k`, '-maxrate', `${picture}k`, '-bufsize', `${2 * picture}k`]
  return {
    version: `${width}.webm`,
    weight: 2 * weight,
    words: hasSound => [
      ...pictureAt(width),
      ...[...codec, ...rate],
      ...soundAs(hasSound, ['-c:a', 'libopus', '-b:a', `${opus}k`]),
      ...['-f', 'webm'],
    ],
  }
}

/** H.264 main, for all other browsers. With the index at the beginning, playing starts during the download. */
function mp4(width: FilmWidth): FilmFile {
  const { picture, aac, weight } = rates[width]
  const codec = ['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'main', '-crf', '27']
  const rate = ['-maxrate', `${picture}k`, '-bufsize', `${2 * picture}k`]
  return {
    version: `${width}.mp4`,
    weight,
    words: hasSound => [
      ...pictureAt(width),
      ...[...codec, ...rate],
      ...soundAs(hasSound, ['-c:a', 'aac', '-b:a', `${aac}k`]),
      ...['-movflags', '+faststart', '-f', 'mp4'],
    ],
  }
}

function sound(): FilmFile {
  return {
    version: 'sound.mp3',
    weight: 1,
    needsSound: true,
    words: hasSound => [...soundAs(hasSound, ['-c:a', 'libmp3lame', '-b:a', '48k', '-ar', '32000']), '-f', 'mp3'],
  }
}

/** The most typical of the first pictures, because a film can begin in the dark. */
function poster(): FilmFile {
  const jpeg = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '5', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg']
  return { version: 'poster.jpg', weight: 1, words: () => ['-map', '0:v:0', '-vf', 'thumbnail=100', ...jpeg] }
}

/** One thread, because all files of a film are made in parallel. A keyframe every four seconds allows seeking. */
function pictureAt(width: FilmWidth): string[] {
  const scale = `scale=w='2*trunc(min(${width},iw)/2)':h='2*trunc(ow/dar/2)',setsar=1,format=yuv420p`
  return ['-map', '0:v:0', '-vf', scale, '-threads', '1', '-g', '120']
}

function soundAs(hasSound: boolean, codec: string[]): string[] {
  return hasSound ? ['-map', '1:a:0', ...codec] : ['-an']
}
