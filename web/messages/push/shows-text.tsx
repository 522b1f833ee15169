import { useTranslations } from 'use-intl'
import { Switch } from '../../ui/fields/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { usePush } from './use-push.ts'

/** Whether notifications show text that others could read. */
export function ShowsText({ push }: { push: ReturnType<typeof usePush> }) {
  const t = useTranslations('push')
  const icon = <Icon name="eye" />
  return (
    <Switch
      label={t('showsText')}
      hint={t('showsTextHint')}
      isOn={push.showsText}
      onChange={push.showText}
      icon={icon}
    />
  )
}
