import { useTranslations } from 'use-intl'
import { type SettingsPage, switchMaintenanceMode } from '../../../contract/organisation/settings.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Problem } from '../frame/problem.tsx'
import { useSwitch } from '../use-switch.ts'
import { settingsQuery } from './settings-query.ts'

/** Closes the app for learners. It says first how many are learning. */
export function MaintenanceCard({ page: { maintenance } }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings.maintenance')
  const act = useAct()
  const shown = useSwitch(maintenance?.isOn ?? false, async isOn => {
    await act.make(idempotencyKey => call(switchMaintenanceMode, { body: { isOn } }, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  })
  if (!maintenance) return null
  const { isOn, learning } = maintenance

  return (
    <section className={isOn ? 'card wrong' : 'card'}>
      <h2>{t('title')}</h2>
      <Switch
        label={t(isOn ? 'isOn' : 'hide')}
        hint={`${t('learning', { count: learning })} ${t('about')}`}
        {...shown}
      />
      <Problem of={act} />
    </section>
  )
}
