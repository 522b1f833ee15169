import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { makeMergeLink, prepareData } from '../../../contract/organisation/person-acts.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { LinkToShare } from '../frame/link-to-share.tsx'
import { Problem } from '../frame/problem.tsx'

type OfPerson = { uid: string; onClose(): void }

/** Makes a link to the data of a person, which only that person can open. */
export function DataSheet({ uid, onClose }: OfPerson) {
  const t = useTranslations('people')
  return (
    <LinkSheet
      title={t('prepareData')}
      lead={t('dataLead')}
      hand={t('dataLink')}
      label={t('makeDataLink')}
      onClose={onClose}
      make={async idempotencyKey => {
        const { data } = await call(prepareData, { params: { uid } }, { idempotencyKey })
        return `${location.origin}/account?data=${encodeURIComponent(data.token)}`
      }}
    />
  )
}

/**
 * Makes a link with which a person merges two of their accounts. The link must be made for the account with the phone
 * number, so for the other account the sheet only says where to go.
 */
export function MergeSheet({ uid, hasPhone, onClose }: OfPerson & { hasPhone: boolean }) {
  const t = useTranslations('people')
  if (!hasPhone)
    return (
      <Sheet isLoose title={t('merge')} onClose={onClose}>
        <p>{t('mergeByPhone')}</p>
      </Sheet>
    )
  return (
    <LinkSheet
      title={t('merge')}
      lead={t('mergeLead')}
      hand={t('mergeLink')}
      label={t('makeDataLink')}
      onClose={onClose}
      make={async idempotencyKey => {
        await call(makeMergeLink, { params: { uid } }, { idempotencyKey })
        return `${location.origin}/account?merge=${encodeURIComponent(uid)}`
      }}
    />
  )
}

type Props = {
  title: string
  lead: string
  /** What to do with the link. */
  hand: string
  /** The words of the button that makes the link. */
  label: string
  make(idempotencyKey: string): Promise<string>
  onClose(): void
}

function LinkSheet({ title, lead, hand, label, make, onClose }: Props) {
  const act = useAct()
  const [link, setLink] = useState<string>()

  async function press() {
    const made = await act.make(afterCode(make))
    if (!made) return
    setLink(made)
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  return (
    <Sheet isLoose title={title} isBusy={act.isBusy} onClose={onClose}>
      <p>{link ? hand : lead}</p>
      {link ? (
        <LinkToShare isNew link={link} />
      ) : (
        <>
          <Problem of={act} />
          <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void press()}>
            {label}
          </button>
        </>
      )}
    </Sheet>
  )
}
