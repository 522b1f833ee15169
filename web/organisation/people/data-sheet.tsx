import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { prepareData } from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { LinkToShare } from '../frame/link-to-share.tsx'
import { Problem } from '../frame/problem.tsx'

/** Makes a link to the data of a person, which only that person can open. */
export function DataSheet({ uid, onClose }: { uid: string; onClose(): void }) {
  const t = useTranslations('people')
  const act = useAct()
  const [link, setLink] = useState<string>()

  async function prepare() {
    const done = await act.make(afterCode(idempotencyKey => call(prepareData, { params: { uid } }, { idempotencyKey })))
    if (!done) return
    setLink(`${location.origin}/account?data=${encodeURIComponent(done.data.token)}`)
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  return (
    <Sheet isLoose title={t('prepareData')} isBusy={act.isBusy} onClose={onClose}>
      <p>{t(link ? 'dataLink' : 'dataLead')}</p>
      {link ? (
        <LinkToShare link={link} />
      ) : (
        <>
          <Problem of={act} />
          <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void prepare()}>
            {t('makeDataLink')}
          </button>
        </>
      )}
    </Sheet>
  )
}
