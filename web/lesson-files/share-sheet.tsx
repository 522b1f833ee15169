import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../contract/calls/api-error.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { currentSession } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { FileIcon } from './file-icon.tsx'
import '../ui/styles/choice.css'
import '../downloads/downloads.css'
import './lesson-files.css'
import { type Choice, makeLessonFile, type Source, sourceOf } from './make-lesson-file.ts'
import { canShareFiles, saveFile, shareFile } from './share-file.ts'

export type SharedLesson = { id: string; title: string }

type Props = {
  /** One of them is sent. */
  lessons: readonly SharedLesson[]
  /** The id of the one that is chosen at first. */
  first: string
  onClose(): void
}

/** Makes a file of a lesson, and gives it to Bluetooth or a messenger. */
export function ShareSheet({ lessons, first, onClose }: Props) {
  const t = useTranslations('share')
  const close = useTranslations('common')('close')
  const [lessonId, setLessonId] = useState(first)
  const lesson = lessons.find(({ id }) => id === lessonId)
  return (
    <Dialog className="sheet stack" labelledBy="share-heading" onClose={onClose}>
      <div className="sheet-head">
        <h2 className="grow" id="share-heading" tabIndex={-1}>
          {t('title')}
        </h2>
        <button className="icon-btn" type="button" aria-label={close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p>{t('lead', { title: `\u2068${lesson?.title ?? ''}\u2069` })}</p>
      {lessons.length > 1 && (
        <label className="stack tight">
          <span className="meta">{t('lesson')}</span>
          <span className="select">
            <select className="input" value={lessonId} onChange={event => setLessonId(event.target.value)}>
              {lessons.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </label>
      )}
      <Maker key={lessonId} lessonId={lessonId} />
    </Dialog>
  )
}

type State =
  | { kind: 'looking' }
  | { kind: 'ready' | 'making'; source: Source }
  /** Making it took so long that the browser wants another press. */
  | { kind: 'made'; source: Source; file: File }
  | { kind: 'saved'; source: Source; file: File }
  | { kind: 'failed'; isOffline: boolean; source?: Source }

function Maker({ lessonId }: { lessonId: string }) {
  const t = useTranslations('share')
  const inWords = useSizeInWords()
  const uid = currentSession()?.uid ?? ''
  const [state, setState] = useState<State>({ kind: 'looking' })
  const [hasFilm, setHasFilm] = useState(false)
  const [canShare] = useState(canShareFiles)
  useEffect(() => {
    let isGone = false
    const show = (next: State) => isGone || setState(next)
    sourceOf(uid, lessonId).then(
      source => {
        show({ kind: 'ready', source })
        // What needs no network, otherwise what is smaller.
        if (!isGone) setHasFilm(source.film?.isHere === true && !source.sound.isHere)
      },
      reason => show({ kind: 'failed', isOffline: isNetworkFailure(reason) }),
    )
    return () => {
      isGone = true
    }
  }, [uid, lessonId])

  const source = 'source' in state ? state.source : undefined
  const isKept = source?.sound.isHere || source?.film?.isHere
  const isBusy = state.kind === 'looking' || state.kind === 'making'
  const pick = (withFilm: boolean) => {
    setHasFilm(withFilm)
    if (source) setState({ kind: 'ready', source })
  }
  return (
    <>
      {source?.film && (
        <fieldset className="picks">
          <legend className="meta">{t('with')}</legend>
          <Pick label={t('sound')} size={sizeOf(source.sound)} isChosen={!hasFilm} onPick={() => pick(false)} />
          <Pick label={t('film')} size={sizeOf(source.film)} isChosen={hasFilm} onPick={() => pick(true)} />
        </fieldset>
      )}
      <p className="private meta">
        <FileIcon name="lock" />
        <span>{t('private')}</span>
      </p>
      <div role="status">
        {state.kind === 'saved' && <p>{t('saved', { name: `\u2068${state.file.name}\u2069` })}</p>}
        {state.kind === 'made' && <p>{t('made')}</p>}
      </div>
      {state.kind === 'failed' && <Alert title={t(state.isOffline ? 'notHere' : 'failed')} />}
      <button className="btn wide" type="button" aria-busy={isBusy} onClick={() => void press()}>
        {canShare ? <FileIcon name="share" /> : <Icon name="download" />}
        {label()}
      </button>
    </>
  )

  function sizeOf({ bytes, isHere }: Choice): string {
    return isHere || !isKept ? inWords(bytes) : t('withNetwork', { size: inWords(bytes) })
  }

  function label(): string {
    if (isBusy) return t('making')
    if (state.kind === 'failed') return t('again')
    return t(canShare ? 'do' : 'save')
  }

  async function press(): Promise<void> {
    if (isBusy) return
    try {
      const from = source ?? (await looked())
      if (state.kind === 'made' || state.kind === 'saved') return await give(from, state.file)
      setState({ kind: 'making', source: from })
      const { films } = (hasFilm && from.film) || from.sound
      await give(from, await makeLessonFile(uid, from, films))
    } catch (reason) {
      setState({ kind: 'failed', isOffline: isNetworkFailure(reason), ...(source ? { source } : {}) })
    }
  }

  function looked(): Promise<Source> {
    setState({ kind: 'looking' })
    return sourceOf(uid, lessonId)
  }

  async function give(from: Source, file: File): Promise<void> {
    if (!canShare || state.kind === 'saved') {
      saveFile(file)
      return setState({ kind: 'saved', source: from, file })
    }
    const outcome = await shareFile(file)
    if (outcome !== 'refused') return setState({ kind: 'ready', source: from })
    // The first time the press may have been too long ago; after that the browser does not share it.
    if (state.kind === 'made') saveFile(file)
    setState({ kind: state.kind === 'made' ? 'saved' : 'made', source: from, file })
  }
}

type PickProps = { label: string; size: string; isChosen: boolean; onPick(): void }

function Pick({ label, size, isChosen, onPick }: PickProps) {
  return (
    <label className="choice">
      <input type="radio" name="share-films" checked={isChosen} onChange={onPick} />
      <i />
      <span className="grow">
        <b>{label}</b>
        <small>{size}</small>
      </span>
    </label>
  )
}
