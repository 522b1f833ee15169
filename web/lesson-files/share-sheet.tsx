import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../contract/calls/api-error.ts'
import { isolated } from '../i18n/isolated.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { currentSession } from '../session.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { FileIcon } from './file-icon.tsx'
import '../ui/styles/choice.css'
import '../downloads/downloads.css'
import './lesson-files.css'
import { type FileChoice, type LessonToShare, makeLessonFile, sourceOf } from './make-lesson-file.ts'
import { canShareFiles, saveAsDownloads, shareFiles } from './share-file.ts'

export type SharedLesson = { id: string; title: string }

type Props = {
  /** The person sends one of these lessons, or all. */
  lessons: readonly SharedLesson[]
  /** The id of the lesson that is chosen at first. */
  first: string
  onClose(): void
}

/** The value of the choice of all lessons; no lesson has this id. */
const ALL = '*'

/** Makes a file of each chosen lesson, and gives the files to Bluetooth or a messenger. */
export function ShareSheet({ lessons, first, onClose }: Props) {
  const t = useTranslations('share')
  const [lessonId, setLessonId] = useState(first)
  const chosen = lessonId === ALL ? lessons : lessons.filter(({ id }) => id === lessonId)
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <p>{lessonId === ALL ? t('leadAll') : t('lead', { title: isolated(chosen[0]?.title ?? '') })}</p>
      {lessons.length > 1 && (
        <label className="stack tight">
          <span className="meta">{t('lesson')}</span>
          <span className="lesson-select">
            <select className="input" value={lessonId} onChange={event => setLessonId(event.target.value)}>
              {lessons.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
              <option value={ALL}>{t('all', { count: lessons.length })}</option>
            </select>
            <Icon name="down" />
          </span>
        </label>
      )}
      <Maker key={lessonId} lessonIds={chosen.map(({ id }) => id)} />
    </Sheet>
  )
}

type State =
  | { kind: 'looking' }
  | { kind: 'ready' | 'making'; sources: LessonToShare[] }
  /** `made`: that took so long that the browser wants another press. `saved`: the files are among the downloads. */
  | { kind: 'made' | 'saved'; sources: LessonToShare[]; files: File[] }
  | { kind: 'failed'; isOffline: boolean; sources?: LessonToShare[] }

function Maker({ lessonIds }: { lessonIds: string[] }) {
  const t = useTranslations('share')
  const inWords = useSizeInWords()
  const uid = currentSession()?.uid ?? ''
  const [state, setState] = useState<State>({ kind: 'looking' })
  const [hasFilm, setHasFilm] = useState(false)
  const [canShare] = useState(canShareFiles)
  const look = useEffectEvent(async () => {
    const sources: LessonToShare[] = []
    for (const lessonId of lessonIds) sources.push(await sourceOf(uid, lessonId))
    return sources
  })
  useEffect(() => {
    let isGone = false
    const show = (next: State) => isGone || setState(next)
    look().then(
      sources => {
        show({ kind: 'ready', sources })
        // Chooses the file that needs no network, otherwise the smaller one.
        if (!isGone) setHasFilm(isHere(sources, true) && !isHere(sources, false))
      },
      reason => show({ kind: 'failed', isOffline: isNetworkFailure(reason) }),
    )
    return () => {
      isGone = true
    }
  }, [])

  const sources = 'sources' in state ? state.sources : undefined
  const isKept = sources && (isHere(sources, true) || isHere(sources, false))
  const isBusy = state.kind === 'looking' || state.kind === 'making'
  const pick = (withFilm: boolean) => {
    setHasFilm(withFilm)
    if (sources) setState({ kind: 'ready', sources })
  }
  return (
    <>
      {sources?.some(({ film }) => film) && (
        <fieldset className="picks">
          <legend className="meta">{t('with')}</legend>
          <Pick label={t('sound')} size={sizeOf(sources, false)} isChosen={!hasFilm} onPick={() => pick(false)} />
          <Pick label={t('film')} size={sizeOf(sources, true)} isChosen={hasFilm} onPick={() => pick(true)} />
        </fieldset>
      )}
      <p className="private meta">
        <FileIcon name="lock" />
        <span>{t('private')}</span>
      </p>
      <div role="status">
        {state.kind === 'saved' && <p>{savedText(state.files)}</p>}
        {state.kind === 'made' && <p>{t('made')}</p>}
      </div>
      {state.kind === 'failed' && <Alert title={t(state.isOffline ? 'notHere' : 'failed')} />}
      <button className="btn wide" type="button" aria-busy={isBusy} onClick={() => void press()}>
        {canShare ? <FileIcon name="share" /> : <Icon name="download" />}
        {label()}
      </button>
    </>
  )

  function sizeOf(sources: LessonToShare[], withFilm: boolean): string {
    const size = inWords(sources.reduce((sum, source) => sum + choiceOf(source, withFilm).bytes, 0))
    return isHere(sources, withFilm) || !isKept ? size : t('withNetwork', { size })
  }

  function savedText([first, ...others]: File[]): string {
    if (others.length > 0) return t('savedAll', { count: 1 + others.length })
    return t('saved', { name: isolated(first?.name ?? '') })
  }

  function label(): string {
    if (isBusy) return t('making')
    if (state.kind === 'failed') return t('again')
    return t(canShare ? 'do' : 'save')
  }

  async function press(): Promise<void> {
    if (isBusy) return
    try {
      const from = sources ?? (await lookAgain())
      if (state.kind === 'made' || state.kind === 'saved') return await give(from, state.files)
      setState({ kind: 'making', sources: from })
      const files: File[] = []
      for (const source of from) files.push(await makeLessonFile(uid, source, choiceOf(source, hasFilm).films))
      await give(from, files)
    } catch (reason) {
      setState({ kind: 'failed', isOffline: isNetworkFailure(reason), ...(sources ? { sources } : {}) })
    }
  }

  function lookAgain(): Promise<LessonToShare[]> {
    setState({ kind: 'looking' })
    return Promise.all(lessonIds.map(lessonId => sourceOf(uid, lessonId)))
  }

  async function give(sources: LessonToShare[], files: File[]): Promise<void> {
    if (!canShare || state.kind === 'saved') {
      saveAsDownloads(files)
      return setState({ kind: 'saved', sources, files })
    }
    const outcome = await shareFiles(files)
    if (outcome !== 'refused') return setState({ kind: 'ready', sources })
    // A browser shares only soon after a press, so it may refuse once, after files were made. A second refusal is
    // final.
    if (state.kind === 'made') saveAsDownloads(files)
    setState({ kind: state.kind === 'made' ? 'saved' : 'made', sources, files })
  }
}

/** The file with the film, if that is wanted and the lesson has one; otherwise the file with the sound only. */
function choiceOf({ film, sound }: LessonToShare, withFilm: boolean): FileChoice {
  return (withFilm && film) || sound
}

function isHere(sources: readonly LessonToShare[], withFilm: boolean): boolean {
  return sources.every(source => choiceOf(source, withFilm).isHere)
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
