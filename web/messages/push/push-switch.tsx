import { useTranslations } from 'use-intl'
import { Switch } from '../../ui/fields/switch.tsx'
import { Bell } from './bell.tsx'
import { ShowsText } from './shows-text.tsx'
import { usePush } from './use-push.ts'
import './push.css'

/** Turns notifications on and off in this browser; if that is impossible, says why. */
export function PushSwitch() {
  const t = useTranslations('push')
  const push = usePush()
  const { state, hasFailed } = push
  if (state === 'unsupported') return null
  const isOn = state === 'on'
  const why = reasons[state]
  return (
    <>
      <Switch
        label={t('title')}
        hint={t('hint')}
        isOn={isOn}
        onChange={isOn ? push.turnOff : push.turnOn}
        icon={<Bell />}
        isStuck={why !== undefined}
      />
      <p className={hasFailed ? 'push-status failed' : 'push-status'} role="status">
        {hasFailed ? t('failed') : why && t(why)}
      </p>
      {isOn && <ShowsText push={push} />}
    </>
  )
}

const reasons = { 'home-screen': 'homeScreen', denied: 'denied', off: undefined, on: undefined } as const
