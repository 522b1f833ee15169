import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Reply } from '../../../contract/calls/endpoint.ts'
import { describeTeamInvitation } from '../../../contract/organisation/team.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { callSignedOut } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A longer name would push the phone field out of a small screen. */
const MAX_LETTERS = 28

type Offer = Reply<typeof describeTeamInvitation>['data']

/** Says what the opened link to the team offers, before the person signs in. */
export function ToTeamNote() {
  const t = useTranslations('toTeam')
  const { language } = useLanguage()
  const [offer, setOffer] = useState<Offer | 'over'>()
  useEffect(() => {
    const token = new URLSearchParams(location.search).get('join') ?? ''
    callSignedOut(describeTeamInvitation, { body: { token } }).then(
      ({ data }) => setOffer(data),
      // Another failure may be over soon. If it is not, the screen after the sign-in names it.
      error => error instanceof ApiError && error.code === 'team/invitation-ended' && setOffer('over'),
    )
  }, [])
  const isOver = offer === 'over'
  return (
    <div className={isOver ? 'alert' : 'note'} role="status">
      <Icon name={isOver ? 'warning' : 'info'} />
      <p>
        <b>{title()}</b>
        <br />
        {t(isOver ? 'overHow' : 'how')}
      </p>
    </div>
  )

  function title(): string {
    if (offer === undefined) return t('invited')
    if (offer === 'over') return t('over')
    const organisation = nameIn(offer.organisation, language)
    return organisation
      ? t(`of.${offer.role}`, { organisation: isolated(shortened(organisation)) })
      : t(`as.${offer.role}`)
  }
}

function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= MAX_LETTERS) return name
  const begin = letters.slice(0, MAX_LETTERS).join('')
  const end = begin.lastIndexOf(' ')
  return `${end > 0 ? begin.slice(0, end) : begin}…`
}
