import { useTranslations } from 'use-intl'
import { useDataSaver } from '../media/data-saver.ts'
import { Icon } from '../ui/icon.tsx'
import './data-saver-switch.css'

/** Turns the saving of data on and off. Who never touched it sees what their connection suggests. */
export function DataSaverSwitch() {
  const t = useTranslations('media')
  const [isSaving, choose] = useDataSaver()
  return (
    <button className="switch" type="button" role="switch" aria-checked={isSaving} onClick={() => choose(!isSaving)}>
      <Icon name="download" />
      <span className="grow">
        {t('saver')}
        <small>{t('saverHint')}</small>
      </span>
      <i />
    </button>
  )
}
