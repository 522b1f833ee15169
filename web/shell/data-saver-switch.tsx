import { useTranslations } from 'use-intl'
import { useDataSaver } from '../media/data-saver.ts'
import { Icon } from '../ui/icon.tsx'
import { Switch } from '../ui/switch.tsx'

/** Turns data saving on and off. Until it is touched it shows what the connection suggests. */
export function DataSaverSwitch() {
  const t = useTranslations('media')
  const [isSaving, choose] = useDataSaver()
  const icon = <Icon name="download" />
  return <Switch label={t('saver')} hint={t('saverHint')} isOn={isSaving} onChange={choose} icon={icon} />
}
