import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../i18n/isolated.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useAct } from '../queries/use-act.ts'
import { Switch } from '../ui/fields/switch.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { useAway, useInboxChanges } from './inbox-query.ts'
import { choiceWithDigits } from './list/name-with-digits.ts'
import { PartFailed } from './part-failed.tsx'
import { SavedRepliesForm } from './saved-replies.tsx'

/** Opens a mentor's own settings: being away, and saved replies. */
export function OpenMentorSettings() {
  const t = useTranslations('inbox')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button className="btn quiet small" type="button" onClick={() => setIsOpen(true)}>
        {t('settings')}
      </button>
      {isOpen && (
        <Sheet title={t('settings')} onClose={() => setIsOpen(false)}>
          <AwaySwitch />
          <SavedRepliesForm />
        </Sheet>
      )}
    </>
  )
}

function AwaySwitch() {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const { data, error, refetch } = useAway()
  const { setAway } = useInboxChanges()
  const act = useAct({ overlaps: true })
  if (!data) return error && <PartFailed onRetry={refetch} />
  const { isAway, coverId, colleagues, covering } = data
  return (
    <section className="stack tight">
      <Switch
        label={t('away')}
        hint={t('awayNote')}
        isOn={isAway}
        onChange={isOn => void act.make(() => setAway({ isAway: isOn }))}
      />
      {colleagues.length > 0 && (
        <label className="stack tight">
          <span>{t('cover')}</span>
          <span className="picked">
            <select
              className="input"
              value={coverId ?? ''}
              onChange={event => void act.make(() => setAway({ coverId: Number(event.target.value) || null }))}
            >
              <option value="">{t('noCover')}</option>
              {colleagues.map(({ id, name, digits, isAway }) => {
                const label = choiceWithDigits(name, digits, language)
                return (
                  <option key={id} value={id}>
                    {isAway ? t('colleagueAway', { name: isolated(label) }) : label}
                  </option>
                )
              })}
            </select>
            <Icon name="down" />
          </span>
        </label>
      )}
      {covering.length > 0 && <p className="note">{t('covering', { names: covering.join(t('comma')) })}</p>}
      {act.error && <p role="alert">{t('error')}</p>}
    </section>
  )
}
