import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Reply } from '../../../../contract/calls/endpoint.ts'
import { type SendingKind, trySending } from '../../../../contract/organisation/settings.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { Problem } from '../../frame/problem.tsx'
import { settingsQuery } from '../settings-query.ts'

type Tried = Reply<typeof trySending>['data']

/** Sends one message to the person who presses the button, and shows how far it came. */
export function TrySheet({ kind, onClose }: { kind: SendingKind; onClose(): void }) {
  const t = useTranslations('orgSettings.sending')
  const { language } = useLanguage()
  const act = useAct()
  const [tried, setTried] = useState<Tried>()

  async function send() {
    setTried(undefined)
    const done = await act.make(idempotencyKey => call(trySending, { body: { kind, language } }, { idempotencyKey }))
    if (done) setTried(done.data)
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }

  return (
    <Sheet isLoose title={t(`try.${kind}`)} isBusy={act.isBusy} onClose={onClose}>
      <p>{t('tryLead')}</p>
      {tried && <Steps tried={tried} />}
      <Problem of={act} />
      <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void send()}>
        {t(tried ? 'sendAgain' : 'send')}
      </button>
    </Sheet>
  )
}

function Steps({ tried: { to, outcome, problem } }: { tried: Tried }) {
  const t = useTranslations('orgSettings.sending')
  const { language } = useLanguage()
  const isBad = outcome === 'refused' || outcome === 'unanswered'
  return (
    <>
      <ul className="steps" role="status">
        <li>
          <Icon name="check" />
          <span>{t('stepTo', { to: nameInText(to, language) })}</span>
        </li>
        {!isBad && (
          <li>
            <Icon name={outcome === 'repeated' ? 'info' : 'check'} />
            <span>{t(`outcome.${outcome}`)}</span>
          </li>
        )}
      </ul>
      {isBad && (
        <Alert title={t(`outcome.${outcome}`)}>
          <bdi>{problem}</bdi>
        </Alert>
      )}
    </>
  )
}
