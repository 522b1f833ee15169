import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { usePush } from './use-push.ts'

/** Whether notifications say what others could read over one's shoulder. */
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
