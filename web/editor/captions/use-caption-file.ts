import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { writeStored } from '../../browser/stored.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { keyOf, readDraft } from '../../outbox/drafts/drafts.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { authorFile } from '../pictures/prepare-picture.ts'
import { type Captions, noCaptions, readCaptions, writeVtt } from './caption-files.ts'

type Place = { media: DraftMedia; film: string; name: string; field: readonly string[] }

/** What was written, and the file that its author saw; empty: none. */
type Written = { captions: Captions; before: string }

/** `broken`: the file is no captions. `unloaded`: nobody knows yet what is in it. */
type State = 'loading' | 'ready' | 'broken' | 'unloaded'

const PAUSE_MS = 1000
const STORED_AFTER_MS = 150

/**
 * The captions of a film, read from their file. Each pause in the writing makes a new file of them, which takes the
 * place of the one before: so undo takes the captions back, too. If somebody else has replaced that one meanwhile, both
 * are kept as a conflict.
 */
export function useCaptionFile({ media, film, name, field }: Place) {
  const [captions, setCaptions] = useState<Captions>(noCaptions)
  const [state, setState] = useState<State>('loading')
  const [tries, setTries] = useState(0)
  // The same after somebody moved the page, so that what is stored there is dropped there.
  const [place] = useState(() => placeOf(media, field))
  /** The file that has the captions shown. */
  const shown = useRef<string>(undefined)
  const unsaved = useRef<Written>(undefined)
  /** What waits to be a file, one after the other. It is not stored yet. */
  const saving = useRef<Written[]>([])
  const saved = useRef(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const storing = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Goes on with what an earlier page was left with. */
  const goOn = useEffectEvent((): boolean => {
    const last = lastWritten(place, name)
    if (!last) return false
    shown.current = last.before
    change(last.captions)
    return true
  })

  const show = useEffectEvent((next: Captions | undefined) => {
    // It was written in the captions that were here until now.
    void save()
    shown.current = name
    setCaptions(next ?? noCaptions)
    setState(next ? 'ready' : 'broken')
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads it again.
  useEffect(() => {
    if (name === shown.current) return
    if (shown.current === undefined && goOn()) return
    if (name === '') return show(noCaptions)
    let isLeft = false
    if (shown.current === undefined) setState('loading')
    media.textOf(name).then(
      text => isLeft || show(readCaptions(text)),
      () => isLeft || setState('unloaded'),
    )
    return () => {
      isLeft = true
    }
  }, [media, name, tries])

  const save = useEffectEvent((): Promise<void> => {
    clearTimeout(timer.current)
    const written = unsaved.current
    unsaved.current = undefined
    if (written) {
      saving.current.push(written)
      saved.current = saved.current.catch(() => {}).then(() => saveNow(written))
    }
    return saved.current
  })

  async function saveNow(written: Written): Promise<void> {
    const now = await fileOf(written.captions)
    const { before } = written
    saving.current = saving.current.filter(one => one !== written)
    if (shown.current === before) shown.current = now
    // These went on from here.
    for (const later of [...saving.current, unsaved.current]) if (later?.before === before) later.before = now
    if (now !== before) media.replaceCaptions(field, { before, now: now || undefined })
    if (!unsaved.current && saving.current.length === 0) dropLastWritten(place)
  }

  // Undo takes back the line that is being written, and not what was written before it. A copy of the page has it.
  const saveUnsaved = useEffectEvent((): Promise<void> | undefined => {
    if (!unsaved.current && saving.current.length === 0) return undefined
    // The name may be the one before again when this is rendered: then these captions are no longer those of the file.
    return save().then(() => setTries(count => count + 1))
  })
  useEffect(() => media.addUnsaved(() => saveUnsaved()), [media])

  /** Returns its name; empty if there is nothing in it. */
  async function fileOf(written: Captions): Promise<string> {
    if (written.cues.length === 0 && written.others.length === 0) return ''
    const blob = new Blob([writeVtt(written)], { type: 'text/vtt' })
    const stem = film.replace(/\.mp4$/i, '').replace(/-[0-9a-f]{8}$/, '')
    return media.bring(await authorFile('captions', blob, blob.size), stem, 'vtt')
  }

  function store(): void {
    clearTimeout(storing.current)
    storing.current = undefined
    const last = unsaved.current ?? saving.current.at(-1)
    if (last) storeLastWritten(place, last)
  }

  /** Storing a file would take longer than a page that is being left still runs. */
  const leave = useEffectEvent(() => {
    store()
    void save()
  })

  // Saves what was typed just before leaving.
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      void save()
    }
  }, [])

  function change(next: Captions): void {
    // For undo, a line that is put in or taken out is a step of its own.
    if (next.cues.length !== captions.cues.length) void save()
    setCaptions(next)
    setState('ready')
    unsaved.current = { captions: next, before: shown.current ?? '' }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
    // A tab can be killed in the middle of a word.
    storing.current ??= setTimeout(store, STORED_AFTER_MS)
  }

  return { captions, state, change, tryAgain: () => setTries(tries + 1) }
}

function placeOf(media: DraftMedia, field: readonly string[]): DraftPlace {
  const { uid, path } = media.placeOf(field)
  return { uid, path: [...path, 'captions'] }
}

function lastWritten(place: DraftPlace, name: string): Written | undefined {
  const [text, before = name] = [readDraft(place) ?? []].flat()
  const captions = text === undefined ? undefined : readCaptions(text)
  return captions && { captions, before }
}

// Not by `saveDraft` and `dropDraft`, which do nothing while the preview is shown.

function storeLastWritten(place: DraftPlace, { captions, before }: Written): void {
  // Without room for it, the line is on the screen only.
  writeStored(keyOf(place), JSON.stringify([writeVtt(captions), before]))
}

function dropLastWritten(place: DraftPlace): void {
  writeStored(keyOf(place), undefined)
}
