import { Contact } from './contact';

export default function Page() {
  return (
    <main>
      <h1>Contact</h1>
      <Contact api="https://YOUR-API" form="FORM_ID" publishableKey="PUBLISHABLE_KEY" />
    </main>
  );
}
