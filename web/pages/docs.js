// The list of operations, narrowed to those that have every word in their summary, method or name.
const filter = document.getElementById('filter');
const entries = [...document.querySelectorAll('nav details li')];

const wordsOf = entry => `${entry.textContent} ${entry.querySelector('a').hash}`.toLowerCase();

// Where the list stands above the text, its sections open one by one.
if (matchMedia('(width < 60rem)').matches) {
  for (const section of document.querySelectorAll('nav details')) section.open = false;
}

filter.hidden = false;
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const entry of entries) {
    const text = wordsOf(entry);
    entry.hidden = !words.every(word => text.includes(word));
  }
  for (const section of document.querySelectorAll('nav details')) {
    section.hidden = section.querySelector('li:not([hidden])') === null;
    section.open ||= filter.value !== '';
  }
});
