import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importCourse } from '../import.ts'
import { courseFolder, writeFiles } from '../testing.ts'
import { findOrInstallFfmpeg } from './testing-ffmpeg.ts'
import { look, loudnessOf, newPlace, record, withFilms } from './testing-films.ts'

const VERSIONS = [
  '320.mp4',
  '320.webm',
  '360.mp4',
  '360.webm',
  '480.mp4',
  '480.webm',
  'orig.mp4',
  'poster.jpg',
  'sound.mp3',
]
const HANDS = 'testsrc2=size=640x360:rate=2'
/** Small, so that the film is made in a moment. */
const SMALL = 'testsrc2=size=128x72:rate=2'
/** Five seconds of speech. */
const VOICE = 'amovie=courses/first-aid-en/media/calm.mp3'
/** A tone gets its loudness in one round. Speech needs several. */
const TONE = 'sine=frequency=330'
const SHOUTED = { picture: 'testsrc2=size=240x136:rate=1', sound: `${VOICE},volume=14dB`, seconds: 4 }

const hasFfmpeg = await findOrInstallFfmpeg()

type Place = Awaited<ReturnType<typeof newPlace>>

const take = (folder: string, { db, originals }: Place, films = {}, signal?: AbortSignal) =>
  importCourse(db, folder, { originals, films, signal })

/** The versions of the only film of a course, each with its file. */
function versionsIn({ mediaDir }: Place): Record<string, string> {
  const names = readdirSync(mediaDir).filter(name => /^tea\.pour-[0-9a-f]{8}-/.test(name))
  return Object.fromEntries(
    names.sort().map(name => [name.replace(/^tea\.pour-[0-9a-f]{8}-/, ''), join(mediaDir, name)]),
  )
}

async function pagesIn({ db }: Place) {
  const { content } = await db
    .selectFrom('lessons')
    .select('content')
    .where('id', '=', 'tea-pour')
    .executeTakeFirstOrThrow()
  return JSON.parse(content).pages
}

async function mistakesOf(given: Promise<unknown>): Promise<readonly string[]> {
  const error = await given.then(
    () => undefined,
    (reason: unknown) => reason as { mistakes: readonly string[] },
  )
  return error?.mistakes ?? []
}

describe.skipIf(!hasFfmpeg)('A film', { timeout: 300_000 }, () => {
  const removals: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const remove of removals) await remove()
  })

  /** A film that is made when the first of several tests looks at it. */
  function makeOnce(recording: Parameters<typeof record>[0]) {
    let made: Promise<Place> | undefined
    const make = async () => {
      const place = await newPlace(remove => removals.push(remove))
      const folder = courseFolder(withFilms({ 'pour.mp4': record(recording) }))
      expect(await take(folder, place)).toMatchObject({ filmsWithoutSizes: 0 })
      return place
    }
    return () => {
      made ??= make()
      return made
    }
  }

  const atHome = ['-metadata', 'location=+25.2048+055.2708/', '-metadata', 'title=At home']
  const hands = makeOnce({ picture: HANDS, sound: TONE, words: atHome })
  /** Without a limit, the sizes of this film would have up to twice the bit rate that they may have. */
  const noise = 'testsrc2=size=480x270:rate=1,noise=alls=100:allf=t'
  const whispered = makeOnce({
    picture: noise,
    sound: `${VOICE}:loop=2,asetpts=N/SR/TB,volume=-20dB`,
    seconds: 8,
  })
  const shouted = makeOnce(SHOUTED)
  const silent = makeOnce({ picture: 'testsrc2=size=360x640:rate=2', seconds: 1 })

  test('becomes seven files, with its sound alone and a picture, and phones can play each of them', async () => {
    const files = versionsIn(await hands())
    expect(Object.keys(files)).toEqual(VERSIONS)
    for (const width of [320, 360, 480]) {
      const height = 2 * Math.floor((width * 9) / 32)
      const mp4 = await look(files[`${width}.mp4`] as string)
      expect(mp4.video).toMatchObject({ codec_name: 'h264', profile: 'Main', pix_fmt: 'yuv420p', width, height })
      expect(mp4.audio).toMatchObject({ codec_name: 'aac', channels: 1 })
      const webm = await look(files[`${width}.webm`] as string)
      expect(webm.video).toMatchObject({ codec_name: 'vp9', pix_fmt: 'yuv420p', width, height })
      expect(webm.audio).toMatchObject({ codec_name: 'opus' })
      for (const { seconds } of [mp4, webm]) expect(seconds).toBeCloseTo(2, 0)
      const bytes = readFileSync(files[`${width}.mp4`] as string)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    }
    expect((await look(files['poster.jpg'] as string)).video).toMatchObject({
      codec_name: 'mjpeg',
      width: 480,
      height: 270,
    })
    const sound = await look(files['sound.mp3'] as string)
    expect(sound).toMatchObject({ video: undefined, audio: { codec_name: 'mp3', channels: 1 } })
    expect(sound.seconds).toBeCloseTo(2, 0)
  })

  test('fits through a slow network, even if everything in it moves', async () => {
    const files = versionsIn(await whispered())
    for (const ending of ['mp4', 'webm']) {
      expect((await look(files[`480.${ending}`] as string)).rate).toBeLessThan(480_000)
      expect((await look(files[`320.${ending}`] as string)).rate).toBeLessThan(220_000)
    }
    expect((await look(files['sound.mp3'] as string)).rate).toBeLessThan(50_000)
  })

  test.each([
    ['whispers', whispered],
    ['shouts', shouted],
  ])('that %s gets the same loudness as all others', async (_, film) => {
    const { 'poster.jpg': _poster, 'orig.mp4': original, ...files } = versionsIn(await film())
    const [before = -16, ...after] = await loudnessOf([original as string, ...Object.values(files)])
    expect(Math.abs(before + 16)).toBeGreaterThan(2)
    expect(after).toHaveLength(7)
    for (const loudness of after) expect(Math.abs(loudness + 16)).toBeLessThan(1)
  })

  test.each([
    ['that is narrow keeps its width', shouted, [240, 240, 240], 136],
    ['that stands upright stays upright', silent, [320, 360, 360], 640],
  ])('%s', async (_, film, widths, height) => {
    const files = versionsIn(await film())
    const seen = await Promise.all([320, 360, 480].map(width => look(files[`${width}.mp4`] as string)))
    expect(seen.map(({ video }) => video.width)).toEqual(widths)
    expect(seen[2]?.video.height).toBe(height)
  })

  test('gives its page its versions, and no information about where it was recorded', async () => {
    const place = await hands()
    const [page] = await pagesIn(place)
    const stem = page.avFilename.replace(/\.mp4$/, '')
    expect(page).toEqual({
      id: 'film-0',
      type: 'video',
      avFilename: `${stem}.mp4`,
      poster: `${stem}-poster.jpg`,
      soundOnly: `${stem}-sound.mp3`,
      soundBytes: statSync(versionsIn(place)['sound.mp3'] as string).size,
    })
    for (const [version, file] of Object.entries(versionsIn(place))) {
      if (version !== 'orig.mp4') expect(readFileSync(file, 'latin1'), version).not.toMatch(/At home|25\.2048/)
    }
  })

  test('without sound gets no sound file', async () => {
    const place = await silent()
    expect(Object.keys(versionsIn(place))).toEqual(VERSIONS.filter(version => version !== 'sound.mp3'))
    expect((await pagesIn(place))[0]).not.toHaveProperty('soundOnly')
  })

  test('is made once: a second import makes what is missing, and a new film gets files of its own', async () => {
    const [shown, place] = [await shouted(), await newPlace()]
    cpSync(shown.mediaDir, place.mediaDir, { recursive: true, preserveTimestamps: true })
    const folder = courseFolder(withFilms({ 'pour.mp4': record(SHOUTED) }))
    const files = versionsIn(place)
    const madeAt = () => Object.values(files).map(file => statSync(file).mtimeMs)
    const before = madeAt()
    await take(folder, place)
    expect(madeAt()).toEqual(before)
    rmSync(files['360.webm'] as string)
    const finished: unknown[] = []
    await take(folder, place, { onProgress: (step: { finished?: number }) => step.finished && finished.push(step) })
    expect(finished).toMatchObject([{ film: 'media/pour.mp4', finished: 1, done: expect.closeTo(1) }])
    expect(madeAt().filter((at, index) => at !== before[index])).toHaveLength(1)

    const old = readdirSync(place.mediaDir)
    writeFiles(folder, { 'media/pour.mp4': record({ picture: 'smptebars=size=128x72:rate=5', seconds: 1 }) })
    await take(folder, place)
    expect(readdirSync(place.mediaDir)).toEqual(expect.arrayContaining(old))
    expect(readdirSync(place.mediaDir)).toHaveLength(old.length + 8)
  })

  test('leaves no incomplete file when its import is stopped', async () => {
    const place = await newPlace()
    const folder = courseFolder(withFilms({ 'pour.mp4': record({ picture: SMALL, sound: TONE, seconds: 8 }) }))
    const stop = new AbortController()
    const onProgress = ({ done }: { done: number }) => done > 0.3 && stop.abort(new Error('Not now'))
    await expect(take(folder, place, { onProgress }, stop.signal)).rejects.toThrow('Not now')
    expect(readdirSync(place.mediaDir).filter(name => name.startsWith('.'))).toEqual([])
    expect(await place.db.selectFrom('courses').selectAll().execute()).toEqual([])
  })

  test('left incomplete by a killed import is deleted a day later, and not sooner', async () => {
    const place = await newPlace()
    const folder = courseFolder()
    await take(folder, place)
    const half = (name: string, hoursAgo: number) => {
      const file = join(place.mediaDir, name)
      const then = Date.now() / 1000 - hoursAgo * 3600
      writeFileSync(file, 'half')
      utimesSync(file, then, then)
      return file
    }
    const old = half('.0b0e3a52-7a0f-4c8f-9d2b-6f3f1c1b7a11', 25)
    const young = half('.0b0e3a52-7a0f-4c8f-9d2b-6f3f1c1b7a12', 23)
    const foreign = half('.keep', 25)
    await take(folder, place)
    expect([old, young, foreign].map(file => existsSync(file))).toEqual([false, true, true])
  })

  test('that is invalid is named with the reason, all of them at once, and nothing is imported', async () => {
    const place = await newPlace()
    const good = record({ picture: SMALL, sound: TONE })
    const playlist = '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n'
    const films = {
      'empty.mp4': Buffer.alloc(0),
      'playlist.mp4': Buffer.from(playlist),
      'sly-playlist.mp4': Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.from(`\n${playlist}`)]),
      'random.mp4': Buffer.concat([good.subarray(0, 32), Buffer.alloc(5000, 'x')]),
      'headless.mp4': good.subarray(0, Math.floor(good.length / 2)),
      'huge.mp4': record({ picture: 'color=size=7680x4320:rate=1', seconds: 1 }),
      'ribbon.mp4': record({ picture: 'color=size=1280x64:rate=1', seconds: 1 }),
      'endless.mp4': record({ picture: 'color=size=64x64:rate=1/20', seconds: 7200 }),
      'song.mp4': record({ sound: TONE }),
      'pour.mp4': good,
    }
    expect(await mistakesOf(take(courseFolder(withFilms(films)), place))).toEqual([
      'media/empty.mp4:1:1 is not an mp4, whatever its name says',
      'media/endless.mp4:1:1 is longer than 30 minutes',
      expect.stringMatching(
        /^media\/headless\.mp4:1:1 cannot be read as a film: .* ffmpeg says: .*moov atom not found/,
      ),
      'media/huge.mp4:1:1 is 7680 × 4320: both sides are from 64 to 4096, none more than 4 times the other',
      'media/playlist.mp4:1:1 is not an mp4, whatever its name says',
      expect.stringMatching(/^media\/random\.mp4:1:1 cannot be read as a film: .* ffmpeg says: \S.*$/),
      'media/ribbon.mp4:1:1 is 1280 × 64: both sides are from 64 to 4096, none more than 4 times the other',
      expect.stringMatching(/^media\/sly-playlist\.mp4:1:1 cannot be read as a film: .* ffmpeg says: \S.*$/),
      'media/song.mp4:1:1 has no picture: sound alone goes into an .mp3',
    ])
    expect(existsSync(place.mediaDir)).toBe(false)
    expect(await place.db.selectFrom('courses').selectAll().execute()).toEqual([])
  })

  test('that is damaged inside is refused when it is read, and the others are kept for the next import', async () => {
    const place = await newPlace()
    const words = ['-movflags', '+faststart']
    const good = record({ picture: SMALL, sound: TONE, words })
    const [middle, quarter] = [good.length / 2, good.length / 4].map(Math.floor) as [number, number]
    const noise = Buffer.from(good)
    for (let at = quarter; at < noise.length - 100; at += 1) noise[at] = (at * 7919) % 251
    const films = { 'cut.mp4': good.subarray(0, middle), 'noise.mp4': noise, 'pour.mp4': good }
    expect(await mistakesOf(take(courseFolder(withFilms(films)), place))).toEqual([
      'media/cut.mp4:1:1 ffmpeg refuses it: its end is missing',
      expect.stringMatching(/^media\/noise\.mp4:1:1 ffmpeg refuses it: \S.*$/),
    ])
    expect(Object.keys(versionsIn(place))).toEqual(VERSIONS)
    expect(readdirSync(place.mediaDir).filter(name => name.startsWith('.'))).toEqual([])
    expect(await place.db.selectFrom('courses').selectAll().execute()).toEqual([])
  })

  test('can have a strange name and be in a folder with a strange name', async () => {
    const place = await newPlace()
    const film = record({ picture: SMALL, seconds: 1 })
    const folder = join(courseFolder(), 'a %d ; $(b) :c|d,e', '-y')
    writeFiles(folder, {
      'course.yaml': 'id: tea\nlanguage: en\ntitle: Tea\ndescription: x\n',
      ...withFilms({ '-i..mp4': film }),
    })
    await take(folder, place)
    expect(readdirSync(place.mediaDir).filter(name => /^tea\.-i\.-[0-9a-f]{8}-/.test(name))).toHaveLength(8)
  })
})
