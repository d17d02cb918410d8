//! The menu: all games, each with a live board, and the keys to all other screens.

mod draw;
mod live;

use crate::{
    page::{Context, HelpLine, Message, Page, Then, help_lines},
    screens::{
        ask::Ask, choose::Choose, daily::DailyPage, editor::Editor, play::Play, position::PositionEditor,
        replays::Replays, rules::Rules, settings::SettingsPage, statistics::Statistics,
    },
};
use live::Live;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use std::{sync::Arc, time::Duration};
use tilewright_games::{Preset, Variant};
use tilewright_players::Player;
use tilewright_session::{
    Best, CUSTOM_WORDS, Dailies, Key, Record, Records, Setup, daily, date_text, family_words, grouped,
};
use tilewright_store::{CustomVariant, OpenGame, Pick, SlotName, Start};

/// The menu.
pub(crate) struct Menu {
    items: Vec<Item>,
    chosen: usize,
    first: usize,
    open: Vec<OpenGame>,
    records: Records,
    dailies: Dailies,
    /// Where the items were drawn last, and how many stand in a row.
    places: Vec<(usize, Rect)>,
    columns: usize,
    says: Option<String>,
}

/// A line or a card.
struct Item {
    what: What,
    live: Live,
}

/// The game of an item.
enum What {
    Preset(&'static Preset),
    Daily(u64, &'static Preset),
    Own(CustomVariant),
}

impl Item {
    fn new(what: What) -> Self {
        Self { what, live: Live::default() }
    }

    fn title(&self) -> &str {
        match &self.what {
            What::Preset(preset) => &preset.title,
            What::Daily(..) => "Daily challenge",
            What::Own(own) => &own.title,
        }
    }

    fn about(&self) -> String {
        match &self.what {
            What::Preset(preset) => preset.about.clone(),
            What::Daily(day, preset) => {
                format!("{}, {}: the same board and the same luck for everybody.", date_text(*day), preset.title)
            }
            What::Own(own) => match (&own.variant, &self.live.refused) {
                (Err(says), _) | (_, Some(says)) => format!("This variant cannot be played: {says}"),
                _ if own.about.is_empty() => format!("Your own variant, from {}.toml", own.name),
                _ => own.about.clone(),
            },
        }
    }

    /// The heading that it stands under, and what its games have in common; `None` for the challenge of the day.
    fn group(&self) -> Option<(&'static str, &'static str)> {
        match &self.what {
            What::Daily(..) => None,
            What::Preset(preset) => Some(family_words(preset.variant.family())),
            What::Own(_) => Some(CUSTOM_WORDS),
        }
    }

    fn preset(&self) -> Option<&'static Preset> {
        match &self.what {
            What::Preset(preset) | What::Daily(_, preset) => Some(preset),
            What::Own(_) => None,
        }
    }

    fn variant(&self) -> Option<&Variant> {
        match &self.what {
            What::Preset(preset) | What::Daily(_, preset) => Some(&preset.variant),
            What::Own(own) => own.variant.as_ref().ok(),
        }
    }

    fn key(&self) -> Option<Key> {
        let variant = self.variant()?;
        Some(self.preset().map_or_else(|| Key { name: "custom".into(), variant: variant.hash() }, Key::preset))
    }

    /// What its games are saved as.
    fn slot(&self) -> Option<String> {
        match &self.what {
            What::Preset(preset) => Some(preset.id.into()),
            What::Daily(day, _) => Some(SlotName::daily(*day).as_str().into()),
            What::Own(own) => own.variant.as_ref().ok().map(|variant| format!("custom-{:016x}", variant.hash())),
        }
    }

    /// The compiled game: the one of the live board, or a fresh one.
    fn setup(&self) -> Result<Arc<Setup>, String> {
        if let Some(setup) = self.live.setup() {
            return Ok(setup);
        }
        match (&self.what, self.variant()) {
            (What::Preset(preset) | What::Daily(_, preset), _) => Setup::preset(preset),
            (What::Own(_), Some(variant)) => Setup::custom(*variant),
            (What::Own(_), None) => return Err(self.about()),
        }
        .map_err(|error| error.to_string())
    }
}

impl Menu {
    /// The menu with the games of the store.
    pub(crate) fn new(arcade: &mut crate::Arcade) -> Self {
        let mut menu = Self {
            items: Vec::new(),
            // The first game; above it stands the challenge of the day.
            chosen: 1,
            first: 0,
            open: Vec::new(),
            records: Records::default(),
            dailies: Dailies::default(),
            places: Vec::new(),
            columns: 1,
            says: None,
        };
        menu.refresh(arcade);
        menu
    }

    /// Reads the store again. Live boards go on.
    fn refresh(&mut self, arcade: &mut crate::Arcade) {
        self.open = arcade.store.open_games(&mut arcade.notices);
        self.records = arcade.store.records(&mut arcade.notices);
        let today = arcade.today();
        self.dailies = arcade.store.dailies(&mut arcade.notices);
        let daily = [What::Daily(today, daily(today).0)];
        let presets = Preset::all().iter().map(What::Preset);
        let own = arcade.store.custom_variants().into_iter().map(What::Own);
        let mut old = std::mem::take(&mut self.items);
        for what in daily.into_iter().chain(presets).chain(own) {
            let item = Item::new(what);
            let same = |other: &Item| other.title() == item.title() && other.variant() == item.variant();
            match old.iter().position(same) {
                Some(at) => self.items.push(old.swap_remove(at)),
                None => self.items.push(item),
            }
        }
        self.chosen = self.chosen.min(self.items.len() - 1);
    }

    fn item(&self) -> &Item {
        &self.items[self.chosen]
    }

    /// The open games of an item.
    fn open_games(&self, item: &Item) -> impl Iterator<Item = &OpenGame> {
        let slot = item.slot();
        self.open.iter().filter(move |open| Some(open.name.as_str()) == slot.as_deref())
    }

    fn best(&self, item: &Item) -> Best {
        let record = item.key().and_then(|key| self.records.get(&key));
        record.map(Record::best_scores).unwrap_or_default()
    }

    fn start(&self) -> Result<Start, String> {
        match &self.item().what {
            What::Daily(day, _) => Start::daily(*day).map_err(|error| error.to_string()),
            _ => Ok(Start::own(self.item().setup()?, None)),
        }
    }

    fn play(&mut self, context: &mut Context<'_>) -> Then {
        let games: Vec<_> = self.open_games(self.item()).filter(|open| !open.busy).cloned().collect();
        match self.start() {
            Ok(start) if games.len() > 1 => {
                let answers = games.iter().map(|open| {
                    let summary = &open.summary;
                    format!("turn {}, score {}, seed {}", summary.turn, summary.score, summary.seed)
                });
                let answers: Vec<_> = answers.chain(["a new game in addition".to_owned()]).collect();
                let picks: Vec<_> = games.iter().map(|open| Pick::Number(open.number)).chain([Pick::New]).collect();
                let done = move |context: &mut Context<'_>, at: usize| {
                    begin_instead(context, Start { pick: picks[at], ..start.clone() })
                };
                Then::Open(Box::new(Choose::new("Which of your open games?", answers, done)))
            }
            // The first game of a preset begins with its lesson.
            Ok(start) if games.is_empty() && self.is_new(context.arcade) => match Play::open(context.arcade, start) {
                Ok(play) => Then::Open(Box::new(play.with_lesson())),
                Err(says) => self.say(says),
            },
            Ok(start) => self.begin(context, start),
            Err(says) => self.say(says),
        }
    }

    /// Whether the chosen item is a preset that was never played and whose lesson was never shown.
    fn is_new(&self, arcade: &crate::Arcade) -> bool {
        let item = self.item();
        matches!(item.what, What::Preset(preset) if !arcade.lessons.contains(preset.id))
            && item.key().is_some_and(|key| self.records.get(&key).is_none())
    }

    fn begin(&mut self, context: &mut Context<'_>, start: Start) -> Then {
        match Play::open(context.arcade, start) {
            Ok(play) => Then::Open(Box::new(play)),
            Err(says) => self.say(says),
        }
    }

    /// A new game. If one is open, the play screen asks before it is given up.
    fn new_game(&mut self, context: &mut Context<'_>) -> Then {
        match self.start().and_then(|start| Play::open(context.arcade, start)) {
            Ok(mut play) => {
                play.ask_new();
                Then::Open(Box::new(play))
            }
            Err(says) => self.say(says),
        }
    }

    fn say(&mut self, says: String) -> Then {
        self.says = Some(says);
        Then::Stay
    }

    fn seed(&mut self) -> Then {
        let setup = match self.item().setup() {
            Ok(setup) => setup,
            Err(says) => return self.say(says),
        };
        let check = |text: &str| match text.trim().parse::<u64>() {
            Ok(_) => Ok(()),
            Err(_) => Err(format!("A seed is a number from 0 to {}.", u64::MAX)),
        };
        let done = move |context: &mut Context<'_>, text: &str| {
            let seed = text.trim().parse().ok();
            begin_instead(context, Start::own(Arc::clone(&setup), seed))
        };
        let question = "Equal seeds give equal games. Which seed?";
        Then::Open(Box::new(Ask::new(format!("{}: enter a seed", self.item().title()), question, "", check, done)))
    }

    fn watch(&mut self) -> Then {
        let setup = match self.item().setup() {
            Ok(setup) => setup,
            Err(says) => return self.say(says),
        };
        let answers = Player::ALL.iter().map(|player| player.id().to_owned()).collect();
        let about = Player::ALL.iter().map(|player| player.about().to_owned()).collect();
        let done = move |context: &mut Context<'_>, at: usize| {
            begin_instead(context, Start::watch(Arc::clone(&setup), None, Player::ALL[at].clone()))
        };
        Then::Open(Box::new(Choose::new("Watch which player?", answers, done).about(about)))
    }

    fn edit(&mut self, context: &mut Context<'_>) -> Then {
        let title = match &self.item().what {
            What::Daily(_, preset) => preset.title.clone(),
            _ => self.item().title().to_owned(),
        };
        match self.item().variant().cloned() {
            Some(variant) => Then::Open(Box::new(Editor::new(context, &title, &variant))),
            None => self.say("This file has to be put right by hand.".into()),
        }
    }

    fn position(&mut self, context: &Context<'_>) -> Then {
        let seed = context.arcade.fresh_seed();
        let editor = self.item().setup().and_then(|setup| {
            let title = setup.preset.map_or_else(|| self.item().title().to_owned(), |preset| preset.title.clone());
            PositionEditor::new(setup, &title, seed)
        });
        match editor {
            Ok(editor) => Then::Open(Box::new(editor)),
            Err(says) => self.say(says),
        }
    }

    /// Asks what of the chosen item is to be deleted: open games, and a variant of the user's own.
    fn remove(&mut self) -> Then {
        let games: Vec<OpenGame> = self.open_games(self.item()).filter(|open| !open.busy).cloned().collect();
        let own = match &self.item().what {
            What::Own(own) => Some(own.name.clone()),
            _ => None,
        };
        let mut answers = vec!["nothing, keep everything".to_owned()];
        answers.extend(games.iter().map(|open| {
            let summary = &open.summary;
            format!("the game at turn {}, score {}", summary.turn, grouped(summary.score))
        }));
        answers.extend(own.iter().map(|name| format!("the variant itself, {name}.toml")));
        if answers.len() == 1 {
            return self.say("There is nothing to delete here: no open game, and the rules are not your own.".into());
        }
        let done = move |context: &mut Context<'_>, at: usize| {
            let arcade = &mut context.arcade;
            let deleted = match (at.checked_sub(1).and_then(|at| games.get(at)), &own) {
                _ if at == 0 => return Then::Back,
                (Some(game), _) => match arcade.store.remove_game(game) {
                    Ok(true) => "The game is deleted.".into(),
                    Ok(false) => "Another arcade plays this game now, so it stays.".into(),
                    Err(error) => error.to_string(),
                },
                (None, Some(name)) => match arcade.store.remove_custom_variant(name) {
                    Ok(()) => format!("{name}.toml is deleted."),
                    Err(error) => format!("{name}.toml cannot be deleted: {error}."),
                },
                (None, None) => return Then::Back,
            };
            arcade.notices.push(deleted);
            Then::Back
        };
        Then::Open(Box::new(Choose::new(format!("{}: delete what?", self.item().title()), answers, done)))
    }

    fn choose(&mut self, by: isize) {
        let last = self.items.len() as isize - 1;
        self.chosen = (self.chosen as isize + by).clamp(0, last) as usize;
        self.says = None;
    }
}

/// Plays the challenge of the day in place of the screen that led to it.
pub(crate) fn play_today(context: &mut Context<'_>) -> Then {
    match Start::daily(context.arcade.today()) {
        Ok(start) => begin_instead(context, start),
        Err(error) => {
            context.arcade.notices.push(error.to_string());
            Then::Back
        }
    }
}

/// Begins a game in place of the question that led to it.
fn begin_instead(context: &mut Context<'_>, start: Start) -> Then {
    match Play::open(context.arcade, start) {
        Ok(play) => Then::Replace(Box::new(play)),
        Err(says) => {
            context.arcade.notices.push(says);
            Then::Back
        }
    }
}

impl Page for Menu {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        self.paint(context, area, buffer);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.items.iter_mut().for_each(|item| item.live.wake());
        let row = self.columns as isize;
        let page = if row > 1 { 2 * row } else { 10 };
        match key.code {
            // Above the first row of cards there is the challenge alone.
            KeyCode::Down | KeyCode::Char('j') if self.chosen == 0 => self.choose(1),
            KeyCode::Down | KeyCode::Char('j') => self.choose(row),
            KeyCode::Up | KeyCode::Char('k') => self.choose(-row),
            KeyCode::Right | KeyCode::Char('l') | KeyCode::Tab => self.choose(1),
            KeyCode::Left | KeyCode::Char('h') | KeyCode::BackTab => self.choose(-1),
            KeyCode::PageDown => self.choose(page),
            KeyCode::PageUp => self.choose(-page),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = self.items.len() - 1,
            KeyCode::Enter | KeyCode::Char(' ') => return self.play(context),
            KeyCode::Char('n') => return self.new_game(context),
            KeyCode::Char('d') => {
                let daily = |item: &Item| matches!(item.what, What::Daily(..));
                self.chosen = self.items.iter().position(daily).unwrap_or(self.chosen);
                return self.play(context);
            }
            KeyCode::Char('s') => return self.seed(),
            KeyCode::Char('w') => return self.watch(),
            KeyCode::Char('e') => return self.edit(context),
            KeyCode::Char('b') => return self.position(context),
            KeyCode::Char('x') | KeyCode::Delete => return self.remove(),
            KeyCode::Char('r') => match self.item().variant().map(Variant::family) {
                Some(family) => return Then::Open(Box::new(Rules::new(family, self.item().title()))),
                None => self.says = Some("The rules of this variant cannot be read.".into()),
            },
            KeyCode::Char('p') => return Then::Open(Box::new(Replays::new(context))),
            KeyCode::Char('t') => return Then::Open(Box::new(Statistics::new(context))),
            KeyCode::Char('v') => return Then::Open(Box::new(DailyPage::new(context))),
            KeyCode::Char('o') => return Then::Open(Box::new(SettingsPage::default())),
            KeyCode::Char('?') => return Then::Help,
            KeyCode::Esc | KeyCode::Char('q') => return Then::Quit,
            _ => {}
        }
        Then::Stay
    }

    fn mouse(&mut self, context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let at = (mouse.column, mouse.row).into();
                if let Some((item, _)) = self.places.iter().find(|(_, place)| place.contains(at)).copied() {
                    if item == self.chosen {
                        return self.play(context);
                    }
                    self.chosen = item;
                    self.says = None;
                }
            }
            MouseEventKind::ScrollDown => self.choose(self.columns as isize),
            MouseEventKind::ScrollUp => self.choose(-(self.columns as isize)),
            _ => {}
        }
        Then::Stay
    }

    fn message(&mut self, _context: &mut Context<'_>, message: &Message) {
        if let Message::Built { id, built } = message {
            self.items.iter_mut().for_each(|item| item.live.built(*id, built));
        }
    }

    fn wait(&self) -> Option<Duration> {
        // One board is built at a time, the chosen one first.
        let building = self.items.iter().any(|item| item.live.building());
        if !building && self.next_missing().is_some() {
            return Some(Duration::ZERO);
        }
        self.visible().filter_map(|item| self.items[item].live.wait()).min()
    }

    fn pass(&mut self, context: &mut Context<'_>, time: Duration) -> Then {
        let building = self.items.iter().any(|item| item.live.building());
        if let (false, Some(missing)) = (building, self.next_missing()) {
            let item = &mut self.items[missing];
            if let Some(variant) = item.variant().cloned() {
                let preset = item.preset();
                item.live.build(context, preset, &variant);
            }
        }
        let visible: Vec<usize> = self.visible().collect();
        for item in visible {
            self.items[item].live.pass(context, time);
        }
        Then::Stay
    }

    fn back(&mut self, context: &mut Context<'_>) {
        self.says = None;
        self.refresh(context.arcade);
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("arrows", "choose a game; also h j k l, Tab, PgUp PgDn, Home End"),
            ("Enter, Space", "play; resumes your open game where there is one (●)"),
            ("mouse", "click to choose, click again to play, wheel to scroll"),
            ("n", "new game; asks first where one is open"),
            ("d", "daily challenge: one game and one seed a day, the same for everybody"),
            ("s", "enter a seed"),
            ("e", "edit the parameters, and play or keep what comes of it"),
            ("b", "board: set up a position and play from it"),
            ("w", "watch a player"),
            ("r", "rules of this game"),
            ("p", "replays of games that are over"),
            ("t", "statistics"),
            ("v", "the calendar and the streak of daily challenges"),
            ("o", "settings: theme, colours, animation, player, undo, mouse"),
            ("x, Del", "delete an open game, or a variant of your own; asks first"),
            ("Esc, q", "leave"),
        ];
        ("menu".into(), help_lines(lines))
    }
}

impl Menu {
    /// The items whose boards are in sight.
    fn visible(&self) -> impl Iterator<Item = usize> {
        let cards = self.columns > 1;
        self.places.iter().map(|(item, _)| *item).filter(move |item| cards || *item == self.chosen)
    }

    /// The next board in sight that has yet to be built, the chosen one first.
    fn next_missing(&self) -> Option<usize> {
        let missing = |item: &usize| self.items[*item].live.missing() && self.items[*item].variant().is_some();
        Some(self.chosen).filter(missing).or_else(|| self.visible().find(missing))
    }
}
