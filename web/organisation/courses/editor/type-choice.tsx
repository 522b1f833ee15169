import { useTranslations } from 'use-intl'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { pageForms } from '../../../lessons/pages/forms/index.ts'
import type { PageForm } from '../../../lessons/pages/forms/page-form.ts'

type Props = { current?: unknown; onChoose(form: PageForm): void }

/** The page types, each described by what learners do on such a page. */
export function TypeChoice({ current, onChoose }: Props) {
  const t = useTranslations('editor')
  return (
    <ul className="type-choice">
      {pageForms.map(form => (
        <li key={form.type}>
          <button
            type="button"
            aria-current={form.type === current ? 'true' : undefined}
            onClick={() => onChoose(form)}
          >
            <EditIcon name={form.icon} />
            <span>
              <b>{t(`type.${form.type}.name`)}</b>
              <small>{t(`type.${form.type}.about`)}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
