import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_SOUND_BYTES, MAX_SOUND_SECONDS } from '../../../contract/organisation/media/author-files.ts'
import { wantTexts } from '../../i18n/texts.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { inRecordings, keyAt } from '../../outbox/drafts/recording-drafts.ts'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'
import { lazyPart, useLazy } from '../../ui/lazy.ts'
import { PercentBar } from '../../ui/progress.tsx'
import type { DraftMedia } from '../draft/draft-media.ts'
import { EditIcon } from '../edit-icon.tsx'
import { authorFile } from '../pictures/prepare-picture.ts'
import './sounds.css'

type Props = {
  media: DraftMedia
  /** The name of the chosen sound; empty if there is none. */
  name: string
  /** The path of the field in the draft. A recording that was not used yet is stored under this path. */
  field: readonly string[]
  onSound(name: string): void
}

const ENDINGS = '.mp3,.m4a,.wav,.ogg,audio/mpeg,audio/mp4,audio/wav,audio/ogg'

type Problem = 'noSound' | 'tooLarge' | 'tooLong'

const recorder = lazyPart(async () => {
  const [{ SoundRecorder }] = await Promise.all([
    import('./sound-recorder.tsx'),
    wantTexts('recorder'),
    wantTexts('media'),
  ])
  return SoundRecorder
})

const player = lazyPart(async () => {
  const [{ AudioPlayer }] = await Promise.all([import('../../media/audio-player.tsx'), wantTexts('media')])
  return AudioPlayer
})

/** Brings a sound: recorded in place, or from a file. It can be heard at once. */
export function AddSound({ media, name, field, onSound }: Props) {
  const t = useTranslations('sounds')
  // The places stay the same when somebody moves the page, so a recording continues where it began.
  const [places] = useState(() => media.placesOf(field))
  const [place = places[0], setPlace] = useState<DraftPlace>()
  const [isRecording, setIsRecording] = useState(false)
  /** Whether the author opened the recorder. Its button is gone then, so the recorder takes the focus. */
  const [isAsked, setIsAsked] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  // A recording of an earlier visit must not be lost.
  useEffect(() => {
    let isLeft = false
    void recordedPlace(places)
      .then(found => {
        if (!found || isLeft) return
        setPlace(found)
        setIsRecording(true)
      })
      .catch(() => {})
    return () => {
      isLeft = true
    }
  }, [places])

  // The page may be moved while the sound is stored, and then has another `onSound`.
  const use = useRef(onSound)
  useLayoutEffect(() => {
    use.current = onSound
  })

  async function add(blob: Blob, stem: string): Promise<void> {
    setIsRecording(false)
    const sound = await media.addFile(await authorFile('sound', blob, blob.size), stem, 'mp3')
    use.current(sound)
  }

  async function choose(file: File): Promise<void> {
    const found = await soundProblemIn(file)
    setProblem(found)
    if (!found) await add(file, file.name.replace(/\.\w+$/, ''))
  }

  return (
    <div className="stack tight bring-sound">
      {name !== '' && <Heard {...{ media, name }} />}
      {name !== '' && <SoundState {...{ media, name }} />}
      {problem && <Alert title={t(problem)} />}
      {isRecording ? (
        <Suspense fallback={<p className="meta">{t('starting')}</p>}>
          <LazyRecorder {...{ place }} hasFocus={isAsked} onUse={mp3 => add(mp3, 'sound')} />
        </Suspense>
      ) : (
        <div className="row wrap">
          <button
            className="btn second small"
            type="button"
            onClick={() => {
              setIsAsked(true)
              setIsRecording(true)
            }}
          >
            <EditIcon name="microphone" />
            {t('record')}
          </button>
          <FileButton className="btn second small" accept={ENDINGS} onFile={file => void choose(file)}>
            <EditIcon name="sound" />
            {t('fromFile')}
          </FileButton>
        </div>
      )}
      {!isRecording && <p className="meta">{t('kinds')}</p>}
    </div>
  )
}

function LazyRecorder(props: Parameters<Awaited<ReturnType<typeof recorder.load>>>[0]) {
  const SoundRecorder = useLazy(recorder)
  return <SoundRecorder {...props} />
}

/** The chosen sound, as soon as this device has it. */
function Heard({ media, name }: Pick<Props, 'media' | 'name'>) {
  const source = useSyncExternalStore(media.watch, () => media.sourceOf(name))
  return (
    source && (
      <Suspense fallback={<div className="player" />}>
        <LazyPlayer key={source} source={source} />
      </Suspense>
    )
  )
}

function LazyPlayer(props: Parameters<Awaited<ReturnType<typeof player.load>>>[0]) {
  const AudioPlayer = useLazy(player)
  return <AudioPlayer {...props} />
}

/** The size of the sound, whether it waits, and why the server refused it. */
function SoundState({ media, name }: Pick<Props, 'media' | 'name'>) {
  const t = useTranslations('sounds')
  const sizeInWords = useSizeInWords()
  const progress = useSyncExternalStore(media.watch, () => media.progressOf(name))
  const refusal = media.refusalOf(name)
  if (refusal)
    return (
      <Alert title={t('refused')}>
        <bdi>{refusal.message}</bdi>
      </Alert>
    )
  if (progress === 'waiting') return <p className="meta">{t('waiting')}</p>
  // After the upload, the server changes the loudness, which takes a while.
  if (progress === 1) return <p className="meta">{t('preparing')}</p>
  if (progress !== undefined) return <PercentBar percent={Math.floor(progress * 100)} label={t('sending')} />
  const bytes = media.bytesOf(name)?.now
  return bytes ? <p className="meta">{t('size', { now: sizeInWords(bytes) })}</p> : null
}

/** The first of these places that has a recording. */
function recordedPlace(places: readonly DraftPlace[]): Promise<DraftPlace | undefined> {
  return inRecordings('readonly', ['pieces'], async transaction => {
    const pieces = transaction.objectStore('pieces').index('at')
    // All counts are requested at once, because a transaction ends when it has no open request.
    const counts = await Promise.all(places.map(place => pieces.count(keyAt(place))))
    return places.find((_, index) => counts[index])
  })
}

/** Problems that are known before the upload. The server checks again. */
async function soundProblemIn(file: File): Promise<Problem | undefined> {
  if (!/\.(?:mp3|m4a|wav|ogg|oga)$/i.test(file.name) && !file.type.startsWith('audio/')) return 'noSound'
  if (file.size > MAX_SOUND_BYTES) return 'tooLarge'
  return (await lengthOf(file)) > MAX_SOUND_SECONDS + 1 ? 'tooLong' : undefined
}

/** In seconds; 0 for what this browser cannot play. */
function lengthOf(file: File): Promise<number> {
  const url = URL.createObjectURL(file)
  const sound = new Audio()
  return new Promise<number>(resolve => {
    sound.onloadedmetadata = () => resolve(Number.isFinite(sound.duration) ? sound.duration : 0)
    sound.onerror = () => resolve(0)
    sound.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
