import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import type { RecorderState } from './use-recorder.ts'

const paths = {
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 0 0-7 0v5A3.5 3.5 0 0 0 12 15zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  stop: 'M7.5 6h9A1.5 1.5 0 0 1 18 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 16.5v-9A1.5 1.5 0 0 1 7.5 6z',
}

type Props = { id: string; state: RecorderState['name']; onPress(): void; ref: Ref<HTMLButtonElement> }

/** One button for every state, so the focus stays on it. */
export function RecorderButton({ id, state, onPress, ref }: Props) {
  const t = useTranslations('recorder')
  const labels = { idle: t('start'), starting: t('cancel'), recording: t('stop'), recorded: t('delete') }
  return (
    <button
      className={state === 'recorded' ? 'icon-btn' : 'rec-btn'}
      type="button"
      id={id}
      aria-label={labels[state]}
      onClick={onPress}
      ref={ref}
    >
      {state === 'idle' && <Shape path={paths.microphone} />}
      {state === 'starting' && <span className="spin" />}
      {state === 'recording' && <Shape path={paths.stop} isSolid />}
      {state === 'recorded' && <Icon name="bin" />}
    </button>
  )
}

/** Drawn like the shared icons, but these two icons are loaded with the recorder. */
function Shape({ path, isSolid = false }: { path: string; isSolid?: boolean }) {
  return (
    <svg className={isSolid ? 'icon solid' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
