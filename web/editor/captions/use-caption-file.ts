import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { writeStored } from '../../browser/stored.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { keyOf, readDraft } from '../../outbox/drafts/drafts.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { authorFile } from '../pictures/prepare-picture.ts'
import { type Captions, noCaptions, readCaptions, writeVtt } from './caption-files.ts'

type Place = { media: DraftMedia; film: string; name: string; field: readonly string[] }

/** Captions that are not in the draft yet. `before`: the file that their author saw; empty if there was none. */
type Written = { captions: Captions; before: string }

/** `broken`: the file cannot be read as captions. `unloaded`: the file could not be loaded. */
type State = 'loading' | 'ready' | 'broken' | 'unloaded'

const PAUSE_MS = 1000
const STORED_AFTER_MS = 150

/**
 * The captions of a film, read from their file. After each pause in the writing, a new file replaces the file before,
 * so that undo works for captions, too. If another author has replaced that file meanwhile, the draft keeps both files
 * as a conflict.
 */
export function useCaptionFile({ media, film, name, field }: Place) {
  const [captions, setCaptions] = useState<Captions>(noCaptions)
  const [state, setState] = useState<State>('loading')
  const [tries, setTries] = useState(0)
  // This place stays the same when somebody moves the page: captions that are stored there must be deleted there.
  const [place] = useState(() => placeOf(media, field))
  /** The name of the file whose captions are shown. */
  const shown = useRef<string>(undefined)
  const unsaved = useRef<Written>(undefined)
  /** Captions that wait to become files, in their order. They are not in the draft yet. */
  const saving = useRef<Written[]>([])
  const saved = useRef(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const storing = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Continues with captions that an earlier visit stored while leaving. Returns whether there were any. */
  const goOn = useEffectEvent((): boolean => {
    const last = lastWritten(place, name)
    if (!last) return false
    shown.current = last.before
    change(last.captions)
    return true
  })

  const show = useEffectEvent((next: Captions | undefined) => {
    // What was typed belongs to the captions that were shown until now.
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
    // Later captions were written on top of these, so this file is now the one before them.
    for (const later of [...saving.current, unsaved.current]) if (later?.before === before) later.before = now
    if (now !== before) media.replaceCaptions(field, { before, now: now || undefined })
    if (!unsaved.current && saving.current.length === 0) dropLastWritten(place)
  }

  // Undo must take back the line that is being written, and not an earlier one. A copy of the page must have that line.
  const saveUnsaved = useEffectEvent((): Promise<void> | undefined => {
    if (!unsaved.current && saving.current.length === 0) return undefined
    // Undo may bring back the earlier `name` before the next render. Only another try makes the effect load that file.
    return save().then(() => setTries(count => count + 1))
  })
  useEffect(() => media.addUnsaved(() => saveUnsaved()), [media])

  /** Makes a file of captions and returns its name; empty if the captions are empty. */
  async function fileOf(written: Captions): Promise<string> {
    if (written.cues.length === 0 && written.others.length === 0) return ''
    const blob = new Blob([writeVtt(written)], { type: 'text/vtt' })
    const stem = film.replace(/\.mp4$/i, '').replace(/-[0-9a-f]{8}$/, '')
    return media.addFile(await authorFile('captions', blob, blob.size), stem, 'vtt')
  }

  function store(): void {
    clearTimeout(storing.current)
    storing.current = undefined
    const last = unsaved.current ?? saving.current.at(-1)
    if (last) storeLastWritten(place, last)
  }

  /** A page that is being left does not run long enough to make a file, so its captions are stored as text first. */
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

// These functions do not use `saveDraft` and `dropDraft`, which do nothing while the preview is shown.

function storeLastWritten(place: DraftPlace, { captions, before }: Written): void {
  // If the storage is full, the line is only on the screen.
  writeStored(keyOf(place), JSON.stringify([writeVtt(captions), before]))
}

function dropLastWritten(place: DraftPlace): void {
  writeStored(keyOf(place), undefined)
}
