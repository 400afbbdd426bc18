/** Splits a text into words. */
export const words = (text: string) => text.trim().split(/\s+/);

export const firstNames = words(`
  Olivia Liam Emma Noah Ava Ethan Sophia Mason Mia Lucas Amara Hugo Ingrid Kenji Priya Omar
  Zofia Mateo Freya Yusuf Chloe Ivan Leila Marco Nadia Oscar Petra Quentin Rosa Stefan Tara Ulric`);

export const lastNames = words(`
  Smith Johnson Brown Garcia Miller Davis Lopez Wilson Anderson Taylor Moore Martin Lee Perez
  White Harris Clark Lewis Walker Hall Young King Wright Scott Green Baker Adams Nelson Hill
  Rivera Carter Turner Okafor Tanaka Novak Kowalski Schmidt Dubois Rossi Ivanov Haddad Nguyen
  Sato Costa Jensen Larsen Virtanen Papadakis Silva Fernandez Molina Ortega Kaplan Weber Fischer
  Vogel Keller Huber Steiner Maier Bauer Lang Roth Kraus`);
