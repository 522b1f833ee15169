import { useTranslations } from 'use-intl'
import { LIMIT_SECONDS } from './recording-format.ts'
import type { RecorderState } from './use-recorder.ts'

/** A screen reader says the time that is left at these seconds before the end only. */
const ANNOUNCED = [10, 30]

/** What a screen reader says of the recorder when it changes. */
export function useSaid(state: RecorderState, seconds: number, isKept: boolean): string {
  const t = useTranslations('recorder')
  if (state.name === 'starting') return t('starting')
  if (state.name === 'recording') {
    const count = ANNOUNCED.find(left => LIMIT_SECONDS - seconds <= left)
    return count === undefined ? t('listening') : t('secondsLeft', { count })
  }
  if (state.name === 'idle') return state.dropped ? t('deleted') : ''
  const saved = isKept ? t('saved') : t('ready')
  if (state.ending === 'limit') return `${t('limitReached')} ${saved}`
  if (state.ending === 'gone') return t('microphoneGone')
  return saved
}
