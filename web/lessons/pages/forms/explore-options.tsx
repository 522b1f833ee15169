import { useTranslations } from 'use-intl'
import { MediaFields } from '../../../editor/fields/media-fields.tsx'
import { PageText } from '../../../editor/fields/page-text.tsx'
import { AnswerCards } from './answer-cards.tsx'
import type { PageForm } from './page-form.ts'

export const exploreOptions: PageForm = {
  type: 'explore-options',
  icon: 'fold',
  options: ['answers'],
  answers: {
    list: 'answers',
    fields: ['detailContent', 'feedback', 'avFilename', 'alt', 'captions', 'transcript'],
    most: 20,
  },
  hasHint: false,
  fresh: newId => ({ answers: [{ id: newId(), text: '' }] }),
  Form() {
    const t = useTranslations('editor')
    return (
      <>
        <PageText path={['textContent']} label={t('question')} beginsWithHeading />
        <AnswerCards
          label={t('opens')}
          hint={t('opensHint')}
          least={1}
          most={20}
          addText={t('addOpen')}
          more={path => (
            <div className="stack behind">
              {/* The import takes all HTML out of this text. */}
              <PageText path={[...path, 'detailContent']} label={t('behind')} takesBdi={false} />
              <MediaFields path={path} />
            </div>
          )}
        />
      </>
    )
  },
}
