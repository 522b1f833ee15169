import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { uploadSound } from '../../../../contract/organisation/media/author-files.ts'
import { pathOfOriginal } from '../../../courses/files/originals.ts'
import { look, loudnessOf } from '../../../courses/films/testing-films.ts'
import { onEachDatabase, onSqlite } from '../../../testing.ts'
import { startWithTeaForAll } from '../testing.ts'
import { filesOfKind } from './testing-author-files.ts'

const { send, bring, refusal } = filesOfKind({ path: uploadSound.path, contentType: 'audio/mpeg' })

/** Five seconds of speech. Making it as loud as all others takes up to four rounds. */
const VOICE = ['-i', 'courses/first-aid-en/media/calm.mp3']
/** A tone takes one round. */
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=330']
const ARABIC = /\p{Script=Arabic}/u

onSqlite('A sound that an author brings', start => {
  let shared: Awaited<ReturnType<typeof startWithTeaForAll>>
  beforeAll(async () => {
    shared = await startWithTeaForAll(start)
  })

  test.each([
    ['mp3', VOICE, -18],
    ['m4a', TONE, 0],
    ['wav', VOICE, 12],
    ['ogg', TONE, -6],
  ])('a %s becomes an mp3 of 56 kbit/s with one channel, as loud as all others', async (ending, source, gain) => {
    const { server, omar } = shared
    const words = ['-af', `volume=${gain}dB`, '-ac', '2', '-metadata', 'title=At home in Amman']
    const brought = await bring(server, omar, sound(ending, [...source, '-t', '3', ...words]))
    const file = pathOfOriginal(server.services.config.mediaDir, brought.digest)
    const seen = await look(file)
    expect(seen).toMatchObject({ video: undefined, audio: { codec_name: 'mp3', channels: 1, bit_rate: '56000' } })
    const [loudness = 0] = await loudnessOf([file])
    expect(Math.abs(loudness + 16)).toBeLessThan(1)
    expect(readFileSync(file, 'latin1')).not.toContain('Amman')
  })

  test('what is no sound, is damaged or longer than ten minutes is refused in both languages, and leaves nothing', async () => {
    const { server, omar } = shared
    const film = sound('mp4', ['-f', 'lavfi', '-i', 'testsrc=duration=1'])
    const long = sound('mp3', ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '620', '-b:a', '8k'])
    const bad = [Buffer.from('Hello'), Buffer.alloc(0), Buffer.from('OggS and nothing more'), film, long]
    const { mediaDir, dataDir } = server.services.config
    const originals = readdirSync(join(mediaDir, 'originals')).length
    for (const bytes of bad) {
      const reason = await refusal(server, omar, bytes)
      expect(reason).toMatch(bytes === long ? /^is longer than 10 minutes of sound$/ : /^(is|cannot) /)
      expect(await refusal(server, omar, bytes, { language: 'ar' })).toMatch(ARABIC)
    }
    expect(readdirSync(join(mediaDir, 'originals'))).toHaveLength(originals)
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
  })
})

onEachDatabase('Sounds that authors bring', start => {
  let shared: Awaited<ReturnType<typeof startWithTeaForAll>>
  beforeAll(async () => {
    shared = await startWithTeaForAll(start)
  })

  test('the same sound twice is stored once', async () => {
    const { server, omar } = shared
    const wav = sound('wav', [...TONE, '-t', '2'])
    expect(await bring(server, omar, wav)).toEqual(await bring(server, omar, wav))
  })

  test('only authors bring sounds', async () => {
    const { server } = shared
    const noura = await server.signIn('+971501234567')
    expect((await send(server, noura, Buffer.from('No author gets this far'))).status).toBe(403)
  })
})

const sounds = new Map<string, Buffer>()

/** A file that ffmpeg makes with these arguments. It is made once for all tests. */
function sound(ending: string, words: readonly string[]): Buffer {
  const key = JSON.stringify([ending, words])
  const known = sounds.get(key) ?? make(ending, words)
  sounds.set(key, known)
  return known
}

function make(ending: string, words: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sound-'))
  try {
    const file = join(folder, `sound.${ending}`)
    execFileSync('ffmpeg', ['-v', 'error', ...words, file])
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
