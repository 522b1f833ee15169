import { useTranslations } from 'use-intl'
import { getTextConsent, setTextConsent } from '../../contract/account.ts'
import { call } from '../api.ts'
import { queryClient } from '../queries/query-client.ts'
import { useAct } from '../queries/use-act.ts'
import { useQuery } from '../queries/use-query.ts'
import { Alert } from '../ui/alert.tsx'
import { Switch } from '../ui/fields/switch.tsx'

/** Whether the person agrees to text messages other than codes. Nothing is shown before that is known. */
export function TextSwitch({ uid }: { uid: string }) {
  const t = useTranslations('account')
  const query = { queryKey: ['text-consent', uid], queryFn: async () => (await call(getTextConsent, {})).data }
  const consent = useQuery(query)
  const act = useAct()
  if (!consent.data) return null

  async function choose(agrees: boolean) {
    const done = await act.make(() => call(setTextConsent, { body: { agrees } }))
    if (done) queryClient.setQueryData(query.queryKey, done.data)
  }

  return (
    <section className="card stack tight">
      <Switch
        label={t('texts')}
        hint={t('textsHint')}
        isOn={consent.data.agrees}
        isStuck={act.isBusy}
        onChange={agrees => void choose(agrees)}
      />
      {act.error && <Alert title={t('textsError')} />}
    </section>
  )
}
