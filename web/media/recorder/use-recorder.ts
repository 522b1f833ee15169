import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import {
  dropRecording,
  type RecordingDraft,
  readRecording,
  saveRecordingDraft,
} from '../../outbox/drafts/recording-drafts.ts'
import { missingFeature, type RecorderError, type RecorderErrorKind } from './capture/recorder-error.ts'
import type { RecordingEnd } from './capture/recording.ts'
import { RecorderSession } from './recorder-session.ts'

export type RecorderState =
  /** `dropped` can be restored until the next recording is made. `problem` says why the last press failed. */
  | { name: 'idle'; dropped?: RecordingDraft | undefined; problem?: RecorderErrorKind }
  | { name: 'starting'; dropped?: RecordingDraft | undefined }
  | { name: 'recording' }
  | { name: 'recorded'; recorded: RecordingDraft; ending?: RecordingEnd }

type OnChange = (recorded: RecordingDraft | undefined) => void

/** The recorder's one button: its four states, and the transitions between them. */
export function useRecorder(at: DraftPlace, onChange: OnChange) {
  const [state, setState] = useState<RecorderState>({ name: 'idle' })
  const [seconds, setSeconds] = useState(0)
  const [hasSpace, setHasSpace] = useState(true)
  const session = useRef<RecorderSession>(undefined)
  const onLevel = useRef<(level: number) => void>(undefined)
  useReporting(state, onChange)

  const find = useEffectEvent(async () => {
    const recorded = await readRecording(at)
    if (recorded && !session.current) setState({ name: 'recorded', recorded })
  })
  useEffect(() => {
    find().catch(() => {})
    return () => session.current?.leave()
  }, [])

  async function start(dropped: RecordingDraft | undefined): Promise<void> {
    const problem = missingFeature()
    if (problem) return setState({ name: 'idle', problem, dropped })
    setState({ name: 'starting', dropped })
    setSeconds(0)
    setHasSpace(true)
    const begun = new RecorderSession(at, {
      onHeard(heard) {
        setSeconds(Math.floor(heard.seconds))
        onLevel.current?.(heard.level)
      },
      onNoSpace: () => setHasSpace(false),
      onEnd: (recorded, ending) =>
        setState(recorded ? { name: 'recorded', recorded, ending } : { name: 'idle', dropped }),
    })
    session.current = begun
    try {
      if (await begun.begin()) setState({ name: 'recording' })
    } catch (error) {
      if (session.current === begun) setState({ name: 'idle', problem: (error as RecorderError).problem, dropped })
    }
  }

  function cancel(dropped: RecordingDraft | undefined): void {
    session.current?.leave()
    session.current = undefined
    setState({ name: 'idle', dropped })
  }

  function drop(dropped: RecordingDraft): void {
    setState({ name: 'idle', dropped })
    dropRecording(at, dropped).catch(() => {})
  }

  function undo(recorded: RecordingDraft): void {
    setState({ name: 'recorded', recorded })
    saveRecordingDraft(at, recorded).catch(() => setHasSpace(false))
  }

  function press(): void {
    if (state.name === 'idle') void start(state.dropped)
    else if (state.name === 'starting') cancel(state.dropped)
    else if (state.name === 'recording') session.current?.stop()
    else drop(state.recorded)
  }

  return { state, seconds, hasSpace, onLevel, press, undo }
}

/** Calls `onChange` with each new recording, and with undefined when it is gone. */
function useReporting(state: RecorderState, onChange: OnChange): void {
  const recorded = state.name === 'recorded' ? state.recorded : undefined
  const reported = useRef(recorded)
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (reported.current !== recorded) report(recorded)
    reported.current = recorded
  }, [recorded])
}
