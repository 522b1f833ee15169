import { useTranslations } from 'use-intl'
import { LIMIT_SECONDS } from './capture/recording-format.ts'
import type { RecorderState } from './use-recorder.ts'

/** A screen reader says the remaining time only at these seconds before the end. */
const ANNOUNCED = [10, 30]

/** The announcement of the recorder's state for screen readers. */
export function useAnnouncement(state: RecorderState, seconds: number, isKept: boolean): string {
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
