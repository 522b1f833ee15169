import { useTranslations } from 'use-intl'
import { BackLink } from '../frame/back-link.tsx'
import { InvitationLinks } from './invitation-links.tsx'
import { FromList } from './list/from-list.tsx'
import { NewLink } from './new-link.tsx'
import './invite.css'

/** Ways to bring learners in. */
export function InviteScreen() {
  const t = useTranslations('invite')
  const people = useTranslations('people')
  return (
    <main className="page">
      <BackLink to="/org/people">{people('title')}</BackLink>
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
      </header>
      <div className="two even">
        <NewLink />
        <FromList />
      </div>
      <InvitationLinks />
    </main>
  )
}
