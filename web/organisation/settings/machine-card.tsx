import { useTranslations } from 'use-intl'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'

/** Settings that only the operator can change, by their names on the server. Values are never shown. */
export function MachineCard({ machine }: { machine: SettingsPage['machine'] }) {
  const t = useTranslations('orgSettings.machine')
  const missing = machine.filter(({ isSet }) => !isSet)
  return (
    <section className="card">
      <h2>{t('title')}</h2>
      <p className="meta">{t('lead')}</p>
      <details>
        <summary>{t('counts', { set: machine.length - missing.length, missing: missing.length })}</summary>
        <dl className="facts">
          {machine.map(({ name, isSet }) => (
            <div key={name}>
              <dt>
                <bdi dir="ltr">{name}</bdi>
              </dt>
              <dd>{t(isSet ? 'set' : 'missing')}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
