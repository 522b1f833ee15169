import { useEffect, useRef, useState } from 'react'
import {
  missingFeature,
  type RecorderError,
  type RecorderErrorKind,
} from '../../media/recorder/capture/recorder-error.ts'
import type { RecordingEnd } from '../../media/recorder/capture/recording.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import type { RecordingDraft } from '../../outbox/drafts/recording-drafts.ts'
import { Takes } from './takes.ts'

export type TakesState =
  /** `dropped` can be brought back; `problem` is why the last press failed. */
  | { is: 'idle'; dropped?: RecordingDraft; problem?: RecorderErrorKind }
  | { is: 'starting' }
  | { is: 'recording' }
  | { is: 'paused'; recorded: RecordingDraft; ending?: RecordingEnd; problem?: RecorderErrorKind }

/** Records a sound for one field, with pauses. The recording is found again after a page was lost. */
export function useTakes(at: DraftPlace) {
  const [state, setState] = useState<TakesState>({ is: 'idle' })
  const [seconds, setSeconds] = useState(0)
  const [hasRoom, setHasRoom] = useState(true)
  const onLevel = useRef<(level: number) => void>(undefined)
  const held = useRef<Takes>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another recorder.
  useEffect(() => {
    let isLeft = false
    const takes = new Takes(at, {
      onHeard(heard) {
        setSeconds(Math.floor(heard.seconds))
        onLevel.current?.(heard.level)
      },
      onNoRoom: () => setHasRoom(false),
      onPaused: (recorded, ending) =>
        isLeft || setState(recorded ? { is: 'paused', recorded, ending } : { is: 'idle' }),
    })
    held.current = takes
    void takes.find().then(recorded => recorded && !isLeft && setState({ is: 'paused', recorded }))
    return () => {
      isLeft = true
      takes.pause()
    }
  }, [JSON.stringify(at)])

  async function record(): Promise<void> {
    const before: TakesState = state.is === 'paused' ? state : { is: 'idle' }
    const problem = missingFeature()
    if (problem) return setState({ ...before, problem })
    setState({ is: 'starting' })
    try {
      await held.current?.record()
      setState({ is: 'recording' })
    } catch (error) {
      setState({ ...before, problem: (error as RecorderError).problem })
    }
  }

  return {
    ...{ state, seconds, hasRoom, onLevel, record },
    pause: () => held.current?.pause(),
    drop(recorded?: RecordingDraft) {
      setState({ is: 'idle', ...(recorded ? { dropped: recorded } : {}) })
      setSeconds(0)
      void held.current?.drop()
    },
    bringBack(recorded: RecordingDraft) {
      setState({ is: 'paused', recorded })
      void held.current?.bringBack(recorded)
    },
  }
}
